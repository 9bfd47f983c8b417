/** What the program is told beside its task. None of it is relied on: code looks at all of it afterwards. */
const RULES = `Change the files of the folder that you run in, and nothing outside of it: no other folder, branch, tag or setting.
Delete no tests. Put no secret into a file. You need not commit: what you leave is committed.
When you end, the tests are run by somebody else. What you say of them counts for nothing.`;

/** The text that a program is given: its task, the rules, and why an earlier try was sent back. */
export function briefOf(task: string, findings: readonly string[]): string {
  const back = findings.length === 0 ? [] : ["An earlier try was sent back:", findings.map((one) => `- ${one}`).join("\n")];
  return ["Task:", task.trim(), "Rules:", RULES, ...back].map((block) => `${block}\n`).join("\n");
}
