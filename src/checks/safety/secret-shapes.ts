/** A kind of token that is known by how it begins. */
export interface SecretShape {
  readonly name: string;
  /** What it begins with, as a pattern; what stands before must be no letter, digit, `_` or `-`. */
  readonly start: string;
  /** The whole token, from its beginning; every quantifier is bounded, so that a long text costs no more than it is long. */
  readonly whole: RegExp;
}

/** The shapes that the issuers of tokens have published, so that leaked ones are found. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  { name: "an AWS access key", start: "A(?:KIA|SIA|BIA|CCA)", whole: /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/y },
  { name: "a GitHub token", start: "gh[pousr]_", whole: /gh[pousr]_[A-Za-z0-9]{30,255}/y },
  { name: "a GitHub token", start: "github_pat_", whole: /github_pat_[A-Za-z0-9_]{22,255}/y },
  { name: "a GitLab token", start: "gl(?:pat|dt|rt|ptt)-", whole: /gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_.-]{20,120}/y },
  { name: "a Slack token", start: "xox[abeoprs]-", whole: /xox[abeoprs]-[A-Za-z0-9.-]{10,250}/y },
  { name: "a Slack token", start: "xapp-", whole: /xapp-\d-[A-Za-z0-9-]{10,250}/y },
  {
    name: "a Slack webhook",
    start: "https://hooks\\.slack\\.com/",
    whole: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/]{20,200}/y,
  },
  { name: "a Stripe key", start: "[rs]k_(?:live|test)_", whole: /[rs]k_(?:live|test)_[A-Za-z0-9]{16,247}/y },
  { name: "a Stripe webhook secret", start: "whsec_", whole: /whsec_[A-Za-z0-9+/=]{24,100}/y },
  // OpenAI, Anthropic, OpenRouter and others: letters and digits, with or without a word between.
  { name: "a model API key", start: "sk-", whole: /sk-(?=[A-Za-z0-9_-]{0,199}\d)[A-Za-z0-9_-]{20,200}/y },
  { name: "a Google API key", start: "AIza", whole: /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y },
  { name: "a Google OAuth secret", start: "GOCSPX-", whole: /GOCSPX-[A-Za-z0-9_-]{28}/y },
  { name: "an npm token", start: "npm_", whole: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y },
  { name: "a PyPI token", start: "pypi-", whole: /pypi-AgE[A-Za-z0-9_-]{50,500}/y },
  { name: "a SendGrid key", start: "SG\\.", whole: /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/y },
  { name: "a Hugging Face token", start: "hf_", whole: /hf_[A-Za-z0-9]{34,40}(?![A-Za-z0-9])/y },
  { name: "a DigitalOcean token", start: "do[opr]_v1_", whole: /do[opr]_v1_[a-f0-9]{64}/y },
  { name: "a JSON Web Token", start: "eyJ", whole: /eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{0,2000}/y },
];
