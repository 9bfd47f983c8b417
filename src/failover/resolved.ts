import type { Catalog, Complete } from "../model/index.js";
import { entryOf } from "./chain.js";

/**
 * Puts in the place of a short name what the catalog says of it, right before the provider is asked: all that stands
 * around it knows a model by its short name.
 */
export function resolved(complete: Complete, catalog: Catalog): Complete {
  return async (request, context) => {
    const entry = entryOf(catalog, request.model);
    if (entry === undefined) return complete(request, context);
    const { maxTokens = entry.maxTokens, contextTokens = entry.contextTokens } = request;
    return complete(
      {
        ...request,
        model: entry.model,
        ...(maxTokens !== undefined && { maxTokens }),
        ...(contextTokens !== undefined && { contextTokens }),
      },
      context,
    );
  };
}
