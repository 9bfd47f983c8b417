/** A way in which a text gives a model orders; a space in `pattern` is any space or line break with marks of Markdown around it. */
export interface OrderPattern {
  readonly kind: string;
  readonly pattern: string;
  /** Whether it is one only at the beginning of a sentence, or behind a word that makes it an order. */
  readonly isOrder?: true;
}

/** Up to `n` words between two. */
const upTo = (n: number) => `(?: [\\p{L}\\p{M}'’]{1,20}){0,${n}}`;
const THEIRS = "(?:instruction|prompt|rule|direction|directive|guideline|guardrail|command|safeguard|restriction|order)s?";
const EARLIER = "(?:previous|prior|earlier|above|preceding|foregoing|former|initial|original|existing|system|safety)";
const MODELS =
  "(?:ai|llm|(?:large |ai )?language model|ai model|ai assistant|ai agent|chatbot|assistant|model|agent|claude|chatgpt|gpt|gemini|copilot)s?";

export const ORDER_PATTERNS: readonly OrderPattern[] = [
  {
    kind: "tells a model to drop its instructions",
    pattern: `(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|stop following|(?:do not|don['’]t|never) (?:follow|obey))(?: (?:all|any|each|every|everything|of|the|your|these|those|my|our|its|and|or|other)){0,4}(?: ${EARLIER}(?:,? (?:and|or) ${EARLIER})?${upTo(1)} ${THEIRS}| ${THEIRS} (?:above|before|so far|you (?:were|have been|had) (?:given|told)|that (?:came|you)|given))`,
  },
  {
    kind: "tells a model to drop its instructions",
    pattern: `(?:ignore|disregard|forget) (?:everything|anything|all|what(?:ever)?)${upTo(3)} (?:above|before|previously|so far|prior|you (?:were|have been) told|you know)`,
  },
  {
    kind: "tells a model to drop its instructions",
    pattern: `(?:ignore|disregard|forget|override|bypass) (?:all |any )?(?:of )?your${upTo(2)} (?:${THEIRS}|training|programming|persona)`,
  },
  {
    kind: "tells a model to drop its instructions",
    pattern: `(?:ignor[aăeiî]+(?:ți|ti|ți)?|nu mai urma)(?: (?:toate|orice|complet)){0,2} (?:instrucțiunile|instructiunile|indicațiile|regulile)(?: [\\p{L}]{1,12}){0,2} (?:anterioare|precedente|de mai sus|inițiale|primite)|(?:uită|uitați|ignoră) (?:tot|toate|orice) (?:ce|instrucțiunile|regulile)(?: (?:ți|ți-s-a|ai|s-a|v-a|au|a|fost)){0,3} (?:spus|primit|cerut|dat|primite|de mai sus|anterioare)`,
  },
  {
    kind: "tells a model to drop its instructions",
    pattern:
      "(?:ignorier(?:e|en|t)|vergiss|vergesst|vergessen|missachte)(?: sie)?(?: bitte)?(?: (?:alle|alles|die|deine|ihre|eure|sämtliche)){0,2} (?:vorherigen|bisherigen|vorigen|obigen|früheren|vorherige|bisherige) (?:anweisungen|instruktionen|regeln|befehle|vorgaben)|(?:vergiss|vergessen sie|ignoriere) alles,? was (?:dir|ihnen|du|sie|oben|vorher|bisher)",
  },
  {
    kind: "tells a model to drop its instructions",
    pattern:
      "(?:ignore[zr]?|oublie[zr]?)(?: (?:toutes|les|tes|vos)){0,2} (?:instructions|consignes|règles) (?:précédentes|antérieures|ci-dessus)|(?:ignora|olvida)(?: (?:todas|las|tus)){0,2} (?:instrucciones|reglas) (?:anteriores|previas)",
  },
  {
    kind: "gives a model another role",
    pattern: `(?:you are (?:now|no longer|hereby)|from now on,? (?:you are|you will be|act as|behave as|answer as))${upTo(4)} (?:${MODELS}|dan|developer mode|admin mode|root|jailbroken|unrestricted|unfiltered)|(?:pretend|act) (?:as if |like )?(?:to be |as )?(?:you (?:are|have|had) )?(?:an? |the )?(?:unrestricted|unfiltered|uncensored|jailbroken|evil)${upTo(1)} ${MODELS}`,
  },
  {
    kind: "gives a model another role",
    pattern: `you are (?:now|no longer|hereby)${upTo(5)} (?:(?:and|with|without|have|has|bound by|subject to)(?: have| no| any| all| longer){0,3} (?:restrictions?|limits|limitations?|filters?|guidelines|safeguards|guardrails|content policy))|you (?:now |no longer )?have no(?: more)? (?:restrictions|limitations|guardrails|filters|content policy)`,
  },
  {
    kind: "gives a model another role",
    isOrder: true,
    pattern:
      "(?:du bist|sie sind) (?:jetzt|nun|ab jetzt|ab sofort|von nun an)(?: [\\p{L}]{1,20}){0,4} (?:ki|assistent|sprachmodell|chatbot|ohne einschränkungen|ohne regeln|administrator)|(?:de acum înainte|de acum încolo|acum),? ești(?: [\\p{L}]{1,20}){0,4} (?:asistent|model|ai|fără restricții|administrator)",
  },
  {
    kind: "gives a model another task",
    pattern:
      "(?:your|the) (?:new|real|actual|true|only|updated) (?:task|goal|objective|instructions|orders|mission|purpose|role) (?:is|are) (?:to|now|as follows)|(?:new|updated|real|actual|important|additional|hidden) (?:system )?(?:instructions|orders|prompt)(?: for| to)?(?: (?:the|any|all))?(?: (?:ai|llm|assistant|model|agent|you))? ?:",
  },
  {
    kind: "asks a model for its instructions or keys",
    pattern: `(?:reveal|print|show|output|repeat|display|leak|disclose|send|tell)(?: (?:me|us|back|out|verbatim|exactly))?(?: (?:all|of|the|your|any)){1,3}(?: (?:hidden|secret|full|entire|initial|original|internal|complete))? (?:system prompts?|system messages?|developer messages?|initial prompts?|hidden instructions|secret instructions|instructions (?:above|you were given)|api keys?|credentials|environment variables|access tokens?)`,
  },
  {
    kind: "asks a model for its instructions or keys",
    isOrder: true,
    pattern: `(?:reveal|print|show|output|repeat|display|leak|disclose|tell|quote|paste)(?: (?:me|us|back|out|verbatim|exactly))?(?: (?:all|of|the|your|any|every)){1,3}${upTo(2)} (?:prompts?|instructions|rules)(?: that| which)? you (?:were|are|have been|had been) (?:given|started|told|running|configured|initiali[sz]ed|set up|launched|prompted)`,
  },
  {
    kind: "asks a model for its instructions or keys",
    isOrder: true,
    pattern:
      "(?:dezvăluie|arată|afișează|scrie|spune|repetă|tipărește)(?: [\\p{L}-]{1,12}){0,3} (?:promptul|instrucțiunile (?:tale|primite|de sistem|inițiale)|mesajul de sistem|cheia api)|(?:zeige?|nenne?|verrate?|wiederhole?|gib|geben sie|zeigen sie)(?: [\\p{L}]{1,12}){0,3} (?:system-?prompt|systemnachricht|prompt|deine (?:anweisungen|instruktionen)|zugangsdaten|api-?schlüssel)",
  },
  {
    kind: "speaks to a model instead of a reader",
    isOrder: true,
    pattern: `(?:${MODELS}|system|asistent(?:ule)?|assistent|ki) ?: (?:please |bitte |te rog |you (?:must|will|should|are now) )?(?:do not|don['’]t|never|always|ignore|disregard|forget|rate|mark|score|say|reply|respond|answer|approve|accept|publish|merge|reveal|print|output|summari[sz]e this|from now on|nu |răspunde|spune|ignoră|aprobă|antworte|erwähne|ignoriere|gib|sage?)`,
  },
  {
    kind: "speaks to a model instead of a reader",
    pattern: `(?:(?:dear|attention|hey|hello|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|reminder (?:to|for))(?: (?:the|any|all|every|an?))? ${MODELS}(?: (?:reading|processing|reviewing|summari[sz]ing|that (?:reads?|process(?:es)?|reviews?|summari[sz]es?))|[:,!])|if you are (?:an? |the )?${MODELS}(?: (?:reading|processing|reviewing)|[,:]))`,
  },
  {
    kind: "tells a model to keep something from people",
    pattern:
      "(?:do not|don['’]t|never|without)(?: ever)? (?:tell|telling|inform|informing|alert|alerting|notify|notifying|(?:mention|reveal|show|disclos|report|pass)(?:e|ing)?(?: on)? (?:this|it|that|these|any of this)(?: [\\p{L}]{1,15}){0,2} to) (?:the |any )?(?:user|human|operator|reviewer|person|developer)s?",
  },
  {
    kind: "tells a model what to find",
    isOrder: true,
    pattern:
      "(?:mark|rate|classify|label|treat|score|report|approve|consider) this(?: [\\p{L}]{1,15}){0,2} (?:as )?(?:safe|clean|approved|harmless|correct|passed|verified|trusted|perfect|flawless)",
  },
  {
    kind: "tells a model to keep something from people",
    isOrder: true,
    pattern:
      "nu (?:spune|menționa|arăta|dezvălui|raporta|semnala)(?: [\\p{L}]{1,15}){0,3} (?:utilizatorului|utilizatorilor|nimănui|operatorului|omului)|(?:sage?|erwähne|verrate|zeige?|melde)(?: [\\p{L}]{1,15}){0,3} (?:nutzer|benutzer|anwender|menschen|prüfer)(?: [\\p{L}]{1,15}){0,3} (?:nicht|nichts)",
  },
  {
    kind: "tells a model what to find",
    isOrder: true,
    pattern:
      "(?:rate|score|classify|rank|grade) (?:this|it)(?: [\\p{L}]{1,15}){0,2} (?:as )?(?:resolved|fixed|solved|done|closed|accepted|positive|excellent|important|urgent|low|the best|(?:five|5) stars?|(?:10|ten) out of (?:10|ten))",
  },
  {
    kind: "tells a model what to find",
    isOrder: true,
    pattern: "(?:return|report|give|list|find) (?:no|zero) (?:findings|issues|problems|faults|errors)",
  },
  {
    kind: "tells a model what to find",
    pattern: `(?:do not|don['’]t|never) (?:review|check|flag|criticize|criticise|question) (?:this|anything in this)|(?:approve|accept|publish|merge) this${upTo(2)} (?:without (?:review|changes|checking|asking|question)|unconditionally|regardless)`,
  },
  {
    kind: "tells a model what to answer",
    isOrder: true,
    pattern:
      "(?:respond|reply|answer)(?: only| just| simply)? with (?:only |just |exactly |nothing but )?(?:the (?:word|words|text|phrase|sentence|string)|nothing but|only|exactly)|(?:respond|reply|answer) (?:only|just) with",
  },
  {
    kind: "tells a model what to answer",
    isOrder: true,
    pattern:
      "(?:răspunde|răspundeți|raspunde|raspundeti) (?:(?:doar|numai|exact) cu|cu (?:textul|cuvântul|cuvintele|mesajul|fraza))|(?:scrie|spune) (?:doar|numai) (?:textul|cuvântul|mesajul)|(?:antworte|antworten sie) (?:nur|ausschließlich|einfach|lediglich)? ?mit (?:nur |genau )?(?:dem (?:wort|text|satz)|„|ja|nein|ok)|(?:antworte|antworten sie) (?:nur|ausschließlich|lediglich) mit|gib (?:nur|ausschließlich)(?: [\\p{L}]{1,15}){0,3} aus",
  },
  {
    kind: "tells a model what to find",
    isOrder: true,
    pattern:
      "(?:veröffentliche|genehmige|akzeptiere)(?: [\\p{L}]{1,15}){0,4} ohne (?:prüfung|nachfrage|rückfrage)|(?:publică|aprobă|acceptă)(?: [\\p{L}]{1,15}){0,4} fără (?:verificare|revizuire|întrebări|aprobare)|(?:markiere|bewerte) (?:das|dies|diesen|diese)(?: [\\p{L}]{1,15}){0,2} als (?:sicher|erledigt|geprüft|genehmigt|gelöst)|(?:marchează|notează)(?: [\\p{L}]{1,15}){0,3} (?:ca|drept) (?:rezolvat|sigur|aprobat|verificat)[ăe]?",
  },
  {
    kind: "tells a model to drop its instructions",
    isOrder: true,
    pattern:
      "stop what(?:ever)? you(?: are|['’]re) doing and|(?:ignore|disregard) (?:the )?rest of this (?:document|text|page|file|prompt|conversation|message)",
  },
  {
    kind: "asks a model for its instructions or keys",
    pattern:
      "what (?:is|are|was|were) your (?:system prompt|initial prompt|hidden instructions|original instructions)|(?:repeat|output|reveal)(?: (?:all|of|the|everything|words|text|content|lines|instructions)){1,4} above",
  },
  {
    kind: "speaks to a model instead of a reader",
    pattern: `as an? ${MODELS}(?: (?:reading|processing|reviewing|summari[sz]ing)|,? you (?:must|should|have to|are (?:required|ordered|obliged)))`,
  },
];

/** Marks that begin a turn in the raw input of some model. */
export const TURN_MARKS =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|end_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system_prompt|system-prompt|developer_message)>|(?<![^\n])[ \t]{0,3}#{2,4} ?(?:System|System Prompt|Human|Assistant|Instruction|Response) ?:[ \t]{0,3}(?![^\r\n])|(?:BEGIN|END|START OF|END OF) (?:NEW )?SYSTEM (?:PROMPT|MESSAGE|INSTRUCTIONS?)/g;
