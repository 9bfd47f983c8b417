import { project } from "../src/projects/index.js";

export { projectReport as report } from "../src/projects/index.js";

export default project("investigation");
