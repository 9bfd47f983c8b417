import type { TemplateSource } from "../template.js";
import { bookReport } from "./book-report.js";
import { dataCampaign } from "./data-campaign.js";
import { deploy } from "./deploy.js";
import { dossier } from "./dossier.js";
import { incident } from "./incident.js";
import { investigation } from "./investigation.js";
import { migration } from "./migration.js";
import { selfReview } from "./self-review.js";

/** The templates that come with the package, by their kinds. */
export const TEMPLATES = {
  incident,
  dossier,
  investigation,
  migration,
  "data-campaign": dataCampaign,
  deploy,
  "self-review": selfReview,
  "book-report": bookReport,
} as const satisfies Readonly<Record<string, TemplateSource>>;

export type TemplateName = keyof typeof TEMPLATES;
