import { wordsIn } from "./visible.js";

/** A longer text that begins with a refusal has more to say than that. */
const MOST_LETTERS = 900;
const MOST_WORDS = 120;

/**
 * The openings of a refusal, one language a line: who cannot, and what. What is refused is "that" or a kind of writing, not a thing of
 * the world ("the move on Saturday"), so that a letter that declines an invitation is none.
 */
const REFUSALS: readonly RegExp[] = [
  // English
  /^(?:(?:i'm|i am|i’m) (?:very |really |truly |so )?sorry|sorry|i apologi[sz]e|apologies|unfortunately|regrettably|no)?[,.!;—–-]{0,2}[ ]?(?:but )?(?:as an ai(?: language model| assistant| model)?,? )?i(?: am|'m|’m)? ?(?:cannot|can't|can’t|can not|won't|won’t|will not|unable to|not able to|not allowed to|not comfortable|must decline|have to decline|must respectfully decline|do not feel comfortable)(?: to| be able to)? ?(?:help|assist|comply|fulfil|fulfill|answer|do|discuss|engage|continue|support|provide|create|generate|write|produce|creating|writing|generating|providing|helping|assisting)?(?: you)? ?(?:with |in |to |on )?(?:that|this|it|your request|the request|such|these|requests?|instructions|information (?:on|about|that)|guidance|advice|content|assistance|creating|writing|generating|providing|making|producing|anything|material)(?![\p{L}])/iu,
  /^(?:(?:i'm|i’m|i am) sorry|sorry|unfortunately)?[,.]? ?(?:but )?as an ai(?: language model| assistant| model| system)?(?: (?:developed|made|built|trained|created) by [^,.\n]{1,40})?[,.]? (?:i|my) (?:cannot|can't|can’t|can not|am not able|am unable|do not have|don't have|don’t have|'m not able|am not allowed|programming)/iu,
  /^(?:i'm|i’m|i am) (?:just |only )?an ai(?: language model| assistant)?(?: and|,| so)[^.\n]{0,60} (?:cannot|can't|can’t|unable|not able)/iu,
  /^(?:(?:i'm|i’m|i am) sorry|sorry)?[,.]? ?(?:but )?i (?:do not|don't|don’t) feel comfortable (?:writing|creating|generating|providing|helping|discussing|with|answering|doing|continuing)(?![\p{L}])/iu,
  // Romanian
  /^(?:îmi pare rău|imi pare rau|regret|ne pare rău|scuze|din păcate)[,.]? ?(?:dar |însă )?(?:nu (?:te |vă |va )?pot|nu sunt în măsură|nu am voie)(?: să)? ?(?:te |vă )?(?:ajut|ajuta|asista|oferi|ofer|răspunde|răspund|genera|scrie|scriu|îndeplini|face)?[^.\n]{0,20}(?:cu (?:asta|aceasta|această|acest)|acest|această|asta|astfel de|la această)/iu,
  /^(?:(?:îmi pare rău|regret)[,.]? ?(?:dar |însă )?)?ca (?:model de limbaj|asistent ai|inteligență artificială)[^.\n]{0,40} nu (?:pot|am)/iu,
  // German
  /^(?:es tut mir (?:sehr )?leid|tut mir leid|leider|entschuldigung)[,.]? ?(?:aber )?(?:(?:dabei|damit|das|diese anfrage|dieser anfrage|hierbei) kann ich|ich kann|kann ich|ich darf)(?: ihnen| dir)? ?(?:(?:dabei|damit|das|diese|dieser|diesen|hierbei|solche|bei dieser)(?: anfrage| wunsch)?(?: leider)? )?(?:leider )?(?:nicht|keine)(?: weiter)?(?: helfen| behilflich| unterstützen| beantworten| erfüllen| schreiben| erstellen)/iu,
  /^(?:(?:es tut mir leid|tut mir leid|leider)[,.]? ?(?:aber )?)?als (?:ki|ki-modell|ki-sprachmodell|sprachmodell|künstliche intelligenz)[^.\n]{0,40} (?:kann|darf|habe) ich (?:nicht|keine|leider)?/iu,
  // French
  /^(?:je suis (?:vraiment )?désolée?|désolée?|je m'excuse|malheureusement)[,.]? ?(?:mais )?je ne (?:peux pas|suis pas en mesure|puis)(?: de)? ?(?:vous |t'|te )?(?:aider|assister|répondre|fournir|créer|générer|écrire|accéder|traiter)?[^.\n]{0,12}(?:avec (?:cela|ça|cette)|à (?:cela|cette)|cela|ça|cette demande|ce type|de tel)/iu,
  /^(?:(?:je suis désolée?|désolée?)[,.]? ?(?:mais )?)?en tant (?:qu'ia|que modèle|qu'intelligence|qu'assistant)[^.\n]{0,50} je (?:ne|n')[ ]?(?:peux|suis|dispose|ai)/iu,
  // Spanish
  /^(?:lo siento|lo lamento|disculpa|lamentablemente|me temo que)[,.]? ?(?:pero )?no (?:puedo|estoy en condiciones de|me es posible)(?: ayudarte| ayudarle| ayudar| responder| proporcionar| crear| generar| escribir| cumplir| asistir)?[^.\n]{0,12}(?:con (?:eso|esto|esa|esta)|eso|esto|esa solicitud|esta solicitud|ese tipo|tal)/iu,
  /^(?:(?:lo siento|lo lamento)[,.]? ?(?:pero )?)?como (?:modelo de lenguaje|ia|inteligencia artificial|asistente de ia)[^.\n]{0,50} no (?:puedo|tengo)/iu,
  // Italian and Portuguese
  /^(?:mi dispiace|spiacente)[,.]? ?(?:ma )?non posso (?:aiutarti|aiutarla|aiutare|rispondere|fornire|creare|scrivere)?[^.\n]{0,12}(?:con (?:questo|questa|ciò)|questa richiesta|a questo|questo tipo)/iu,
  /^(?:desculpe|sinto muito|lamento)[,.]? ?(?:mas )?não posso (?:ajudar|responder|fornecer|criar|escrever|atender)?[^.\n]{0,14}(?:com (?:isso|isto|esse|essa)|isso|essa solicitação|esse pedido|esse tipo)/iu,
  // Chinese
  /^(?:非常|很)?(?:抱歉|对不起|遗憾)[，,。]?(?:但|但是)?我(?:无法|不能|没有办法)(?:帮助|协助|提供|回答|满足|处理|完成|生成|为您|为你)/u,
  /^作为(?:一个|一名)?(?:AI|人工智能)[^。\n]{0,20}我(?:无法|不能|没有)/u,
];

/** Somebody else's words in a story or a report. */
const TOLD = /[,"”»] ?(?:he|she|it|they|the [\p{L}]{1,20}) (?:said|replied|answered|wrote)(?![\p{L}])|(?<!\p{L})(?:said|replied) the /iu;

/** Whether a text is a refusal and nothing else. It stays an answer where a heading, a fence, a table or a list delivers something. */
export function refuses(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > MOST_LETTERS || wordsIn(trimmed) > MOST_WORDS) return false;
  if (/^(?: {0,3}(?:#{1,6} |`{3}|~{3}|\||[-*+] |\d{1,3}[.)] ))/m.test(trimmed) || TOLD.test(trimmed)) return false;
  return REFUSALS.some((refusal) => refusal.test(trimmed));
}
