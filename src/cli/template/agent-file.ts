/** What the model of a new pipeline is told about its job. */
export function agentFile(name: string): string {
  return `# ${name}

You write a short post from one day's notes.

- Say only what the notes say. What they leave open stays open.
- Plain sentences, no lists, under 500 words.
- Name the file a fact comes from when two notes disagree.
`;
}
