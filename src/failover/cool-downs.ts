/** A key, and the server that it is for. The value is only ever compared. */
export interface KeyOnServer {
  /** The environment variable that holds it. */
  readonly variable: string;
  /** The provider and its address: `anthropic https://api.anthropic.com/v1`. */
  readonly server: string;
  readonly value: string;
}

/** Until when a key is not used, and why. */
export interface Rest {
  readonly until: Date;
  readonly why: string;
}

/** Which keys rest. Another value in the same variable is another key, and rests not. */
export interface CoolDowns {
  /** The rest of a key, which may be over. */
  of(key: KeyOnServer): Promise<Rest | undefined>;
  rest(key: KeyOnServer, rest: Rest): Promise<void>;
}

/** Cool-downs that end with the process, for tests. */
export function coolDownMemory(): CoolDowns {
  const rests = new Map<string, Rest>();
  const nameOf = ({ variable, server, value }: KeyOnServer) => JSON.stringify([variable, server, value]);
  return {
    of: (key) => Promise.resolve(rests.get(nameOf(key))),
    rest: (key, rest) => {
      rests.set(nameOf(key), rest);
      return Promise.resolve();
    },
  };
}
