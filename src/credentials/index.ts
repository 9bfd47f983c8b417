export { Credential } from "./credential.js";
export { type CredentialSources, credential, credentialIfAny } from "./find-credential.js";
