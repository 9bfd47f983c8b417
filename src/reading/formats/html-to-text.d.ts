/** The package brings no types; these are the parts of it that are used here. */
declare module "html-to-text" {
  interface Builder {
    openBlock(options: { leadingLineBreaks: number }): void;
    closeBlock(options: { trailingLineBreaks: number }): void;
    addLiteral(text: string): void;
  }
  type Formatter = (
    element: { readonly name: string; readonly children: readonly unknown[] },
    walk: (children: readonly unknown[], builder: Builder) => void,
    builder: Builder,
  ) => void;
  interface Options {
    readonly wordwrap?: false | number;
    readonly limits?: { readonly maxInputLength?: number; readonly maxBaseElements?: number };
    readonly baseElements?: { readonly selectors: readonly string[]; readonly returnDomByDefault?: boolean };
    readonly selectors?: readonly { readonly selector: string; readonly format?: string; readonly options?: object }[];
    readonly formatters?: Readonly<Record<string, Formatter>>;
  }
  export function convert(html: string, options?: Options): string;
}
