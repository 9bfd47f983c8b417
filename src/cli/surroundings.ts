import type { Environment } from "../runner/index.js";

export interface Output {
  write(text: string): void;
  readonly isTty: boolean;
  readonly columns: number;
  /** The terminal itself, for what draws over its own lines; not there where nothing can be drawn. */
  readonly screen?: NodeJS.WriteStream;
}

/** All that a command knows of the world it is called in, so that a test can call one without a process. */
export interface Surroundings {
  /** How a person calls this program again: `stagewright`. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly out: Output;
  /** Progress, questions and errors. */
  readonly err: Output;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Whether there is a person to ask: both ends are a terminal. */
  readonly canAsk: boolean;
  /** The line that a person types; `undefined` at the end of the input and at Ctrl-C. */
  ask(question: string, how?: { readonly hidden: true }): Promise<string | undefined>;
  /** Tells of every SIGINT and SIGTERM until the function that it gives is called. */
  onSignal(told: () => void): () => void;
  /** Ends the process at once. */
  exit(code: number): void;
  /** Clock, ids and chance of the runs that are started; by default the system's. */
  readonly environment?: Environment;
}

export function nowOf({ environment }: Pick<Surroundings, "environment">): Date {
  return environment?.now() ?? new Date();
}

/** Resolves at the first SIGINT or SIGTERM. */
export function untilSignal({ onSignal }: Pick<Surroundings, "onSignal">): Promise<void> {
  return new Promise((resolve) => {
    const unhook = onSignal(() => {
      unhook();
      resolve();
    });
  });
}

export function processSurroundings(program: string): Surroundings {
  const { stdin, stdout, stderr } = process;
  const output = (stream: NodeJS.WriteStream): Output => {
    // Whoever read us may stop reading (`stagewright runs | head`): that is no error of ours.
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
    const isTty = stream.isTTY === true;
    // A terminal without a size, as under some CI, cannot be drawn on.
    return {
      write: (text) => void stream.write(text),
      isTty,
      columns: stream.columns || 80,
      ...(isTty && stream.rows > 0 && { screen: stream }),
    };
  };
  return {
    program,
    cwd: process.cwd(),
    env: process.env,
    out: output(stdout),
    err: output(stderr),
    readInput: async () => {
      const parts: Buffer[] = [];
      for await (const part of stdin) parts.push(Buffer.from(part));
      return Buffer.concat(parts).toString("utf8");
    },
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    ask: asker(stdin, stderr),
    onSignal: (told) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, told);
      return () => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, told);
      };
    },
    exit: (code) => process.exit(code),
  };
}

/**
 * An interface of its own for each question, so that Ctrl-C between questions is a signal again; lines that came in
 * one go with an answer are kept for the next question.
 */
function asker(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Surroundings["ask"] {
  const early: string[] = [];
  return async (question, how) => {
    const line = early.shift();
    if (line !== undefined) {
      output.write(`${question}${how?.hidden ? "" : line}\n`);
      return line;
    }
    const { createInterface } = await import("node:readline");
    const { PassThrough } = await import("node:stream");
    return new Promise((resolve) => {
      const lines = createInterface({ input, output: how?.hidden ? new PassThrough().resume() : output, terminal: true });
      let answer: string | undefined;
      lines.on("line", (typed) => {
        if (answer !== undefined) {
          early.push(typed);
          return;
        }
        answer = typed;
        // Closed a moment later, so that what came in the same go is read first.
        setImmediate(() => lines.close());
      });
      lines.on("SIGINT", () => {
        output.write("\n");
        lines.close();
      });
      // Only then the next question may come: closing lets go of the input that the next one listens to.
      lines.on("close", () => {
        if (how?.hidden) output.write("\n");
        resolve(answer);
      });
      if (how?.hidden) output.write(question);
      lines.setPrompt(question);
      lines.prompt();
    });
  };
}
