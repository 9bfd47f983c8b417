const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|testing|e2e|integration[-_]tests?)\//;
const TEST_NAME =
  /(?:^|\/)(?:[^/]+[._-](?:test|tests|spec|specs|e2e)\.[a-z]+|[^/]+_(?:test|spec)\.[a-z]+|tests?_[^/]+\.[a-z]+|tests?\.[a-z]+|conftest\.py|[^/]+\.bats|[^/]+Tests?\.(?:java|kt|cs|swift))$/;

/** Whether a file is for tests, by the usual names of folders and files. */
export function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path);
}

/** The name of what a test file is about: `parse-date` of `test/parse-date.test.ts`, `test_parse_date.py` and `parse_date_test.go`. */
export function testSubject(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return stem(name)
    .replace(/[._-](?:tests?|specs?|e2e)$/, "")
    .replace(/^tests?_/, "");
}

export function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
