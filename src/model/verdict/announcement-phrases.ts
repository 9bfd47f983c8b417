/**
 * How a model says that it will begin, in the languages it is asked in. Parts of regular expressions without repetition:
 * `clauses` that a sentence may begin with, up to a comma, `fillers` before or instead of a sentence, `intents` that begin a promise, `works` that name the work promised,
 * `wholes` that are both, `heres` that hand something over, `asked` that point back to the request, `kept` that make the promise one between people.
 */
export interface AnnouncementPhrases {
  readonly language: string;
  readonly hasSpaces: boolean;
  readonly clauses: string;
  readonly fillers: string;
  readonly intents: string;
  readonly works: string;
  /** Whether the work comes at the end of its sentence. */
  readonly isVerbLast: boolean;
  readonly wholes: string;
  readonly heres: string;
  readonly asked: string;
  readonly kept: string;
}

export const ANNOUNCEMENT_PHRASES: readonly AnnouncementPhrases[] = [
  {
    language: "English",
    hasSpaces: true,
    clauses: "to|in order to|based on|given|according to|using|as you asked",
    fillers:
      "sure|sure thing|certainly|of course|absolutely|okay|ok|great|great question|alright|all right|got it|understood|no problem|right|perfect|thanks|thank you|happy to help|i understand|first|now|next|then|so|good",
    intents:
      "i'll|i will|i am going to|i'm going to|i'm|i am|let me|let's|let us|i need to|i should|i have to|i can|i'd be happy to|i'd be glad to|i would be happy to|i'm happy to|we need to|we should|we'll|allow me to",
    works:
      "start|starting|begin|beginning|look|looking|take a look|taking a look|check|checking|read|reading|dig|digging|dive|diving|figure out|extract|examine|examining|analyze|analyse|analyzing|review|reviewing|search|searching|write|writing|draft|drafting|create|creating|generate|generating|find|fetch|fetching|open|explore|exploring|inspect|go through|going through|gather|gathering|summarize|summarise|prepare|preparing|proceed|investigate|use the|using the|call the|calling the|run the|run a|get the|getting the|list the|see what|continue|provide|retrieve|break|walk you through|put together|work on|working on|think|think about|verify|help|help you|do that|do this|do so",
    isVerbLast: false,
    wholes:
      "i'll start with|i'll start by|i'll begin with|i'll begin by|let's start with|let me start by|one moment|please wait|working on it",
    heres:
      "here is|here's|here are|here you go|below is|below are|the following is|the following are|this is the|these are the|what follows is|as requested",
    asked: "you asked|you requested|you wanted|as requested|requested|you were looking for|your request",
    kept: "get back to|let you know|tomorrow|tonight|next week|this week|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|by (?:monday|tuesday|wednesday|thursday|friday)|o'clock|for you on|regards",
  },
  {
    language: "Romanian",
    hasSpaces: true,
    clauses: "pentru a|pe baza|conform|în baza",
    fillers:
      "sigur|desigur|bineînțeles|bineinteles|da|perfect|în regulă|in regula|am înțeles|am inteles|cu plăcere|cu placere|mai întâi|acum",
    intents:
      "voi|o să|o sa|am să|am sa|lasă-mă să|lasa-ma sa|lăsați-mă să|permiteți-mi să|trebuie să|trebuie sa|haideți să|hai să|să|pot să",
    works:
      "începe|incepe|încep|incep|verifica|verific|citi|citesc|analiza|analizez|uita|mă uit|ma uit|mă voi uita|scrie|scriu|crea|creez|căuta|caut|examina|examinez|pregăti|pregătesc|rezuma|genera|generez|redacta|redactez|consulta|vedea|văd|vad",
    isVerbLast: false,
    wholes: "încep prin|încep cu|voi începe prin|voi începe cu|o să încep cu|un moment",
    heres: "iată|iata|aici este|aici ai|aici aveți|mai jos este|mai jos găsești|mai jos aveți|acesta este articolul|poftim",
    asked: "l-ai cerut|ai cerut|ați cerut|l-ați cerut|le-ai cerut|solicitat|solicitată|cerut|cerută",
    kept: "mâine|maine|luni|marți|miercuri|joi|vineri|revin|anunț|săptămâna",
  },
  {
    language: "German",
    hasSpaces: true,
    clauses: "um|basierend auf|auf basis|anhand|auf grundlage",
    fillers:
      "gerne|sicher|natürlich|selbstverständlich|klar|okay|ok|in ordnung|verstanden|alles klar|zunächst|zuerst|jetzt|ja|perfekt|gut|sehr gerne",
    intents:
      "ich werde|lass mich|lassen sie mich|lasst uns|ich muss|ich möchte|zunächst werde ich|zuerst werde ich|jetzt werde ich|ich will",
    works:
      "beginnen|anfangen|ansehen|anschauen|lesen|einlesen|prüfen|überprüfen|analysieren|schreiben|erstellen|verfassen|suchen|durchsuchen|untersuchen|zusammenfassen|vorbereiten|abrufen|öffnen|nachsehen|durchgehen",
    isVerbLast: true,
    wholes:
      "ich beginne mit|ich fange an|ich schaue mir|ich sehe mir|ich lese zunächst|ich lese zuerst|ich prüfe zunächst|ich prüfe zuerst|ich prüfe jetzt",
    heres:
      "hier ist|hier sind|hier kommt|hier finden sie|hier findest du|anbei|nachfolgend|im folgenden|unten finden sie|das ist der|dies ist der",
    asked: "gewünschte|gewünschten|angeforderte|angeforderten|wie gewünscht|um den du gebeten|wunsch",
    kept: "morgen|montag|dienstag|mittwoch|donnerstag|freitag|melde mich|bescheid|nächste woche|grüße",
  },
  {
    language: "French",
    hasSpaces: true,
    clauses: "pour|afin de|à partir de|d'après|sur la base de",
    fillers:
      "bien sûr|bien sur|certainement|d'accord|très bien|parfait|entendu|compris|avec plaisir|oui|ok|d'abord|tout d'abord|maintenant|absolument",
    intents:
      "je vais|je vais d'abord|je vais maintenant|laissez-moi|laisse-moi|permettez-moi de|permettez-moi d'|il faut que je|je dois|nous allons|je peux",
    works:
      "commencer|vérifier|lire|examiner|analyser|regarder|consulter|écrire|rédiger|créer|générer|chercher|rechercher|préparer|résumer|ouvrir|voir|explorer|jeter un",
    isVerbLast: false,
    wholes: "je commence par|commençons par|je commencerai par|un instant",
    heres: "voici|voilà|ci-dessous|vous trouverez ci-dessous|ci-joint|voici donc",
    asked: "demandé|demandée|demandés|demandées|vous avez demandé|que tu as demandé|souhaité",
    kept: "demain|lundi|mardi|mercredi|jeudi|vendredi|reviens vers|tiens au courant|semaine|cordialement",
  },
  {
    language: "Spanish",
    hasSpaces: true,
    clauses: "para|según|con base en|basándome en|a partir de",
    fillers:
      "claro|por supuesto|desde luego|claro que sí|de acuerdo|perfecto|entendido|vale|muy bien|con gusto|sí|primero|ahora|ok|cómo no",
    intents: "voy a|primero voy a|ahora voy a|déjame|dejame|déjeme|permíteme|permítame|vamos a|tengo que|necesito|puedo",
    works:
      "empezar|comenzar|revisar|verificar|comprobar|leer|analizar|examinar|buscar|escribir|redactar|crear|generar|ver|mirar|consultar|preparar|resumir|abrir|explorar|echar un",
    isVerbLast: false,
    wholes: "empezaré por|comenzaré por|empecemos por|un momento",
    heres: "aquí tienes|aquí tiene|aquí está|aquí están|aquí va|a continuación|este es el|esta es la|he aquí",
    asked: "pediste|pedido|pedida|solicitado|solicitada|has pedido|solicitaste",
    kept: "mañana|lunes|martes|miércoles|jueves|viernes|te aviso|le aviso|semana|saludos",
  },
  {
    language: "Italian",
    hasSpaces: true,
    clauses: "per|in base a|sulla base",
    fillers: "certo|certamente|va bene|perfetto|d'accordo|capito|ecco|sì|ok|prima|ora|volentieri",
    intents: "vado a|lasciami|mi lasci|devo|fammi|posso",
    works: "iniziare|cominciare|verificare|controllare|leggere|analizzare|esaminare|cercare|scrivere|creare|vedere|preparare",
    isVerbLast: false,
    wholes: "comincio con|inizio con|inizierò|comincerò|un momento",
    heres: "ecco|ecco a te|ecco qui|di seguito|qui sotto|questo è il",
    asked: "richiesto|richiesta|hai chiesto|che mi hai chiesto|desiderato",
    kept: "domani|lunedì|martedì|mercoledì|giovedì|venerdì|ti faccio sapere|settimana|saluti",
  },
  {
    language: "Portuguese",
    hasSpaces: true,
    clauses: "para|com base em|de acordo com",
    fillers: "claro|com certeza|certamente|perfeito|entendido|ok|sim|certo|primeiro|agora",
    intents: "vou|primeiro vou|agora vou|deixe-me|deixa-me|deixe eu|vamos|preciso|posso",
    works: "começar|verificar|ler|analisar|examinar|procurar|buscar|escrever|criar|gerar|ver|olhar|consultar|preparar|resumir|dar uma",
    isVerbLast: false,
    wholes: "começarei por|começo por|um momento",
    heres: "aqui está|aqui estão|aqui vai|segue|abaixo está|eis",
    asked: "pediu|pedido|pedida|solicitado|solicitada",
    kept: "amanhã|segunda|terça|quarta|quinta|sexta|te aviso|semana|abraços",
  },
  {
    language: "Chinese",
    hasSpaces: false,
    clauses: "根据|为了|基于",
    fillers: "好的|当然|当然可以|没问题|明白了|可以|首先|现在|接下来|好",
    intents: "我将|我会|让我|我来|我先|我需要|我要|接下来|首先|现在|让我们",
    works: "读取|查看|检查|分析|搜索|查找|写|撰写|生成|开始|阅读|打开|获取|先",
    isVerbLast: false,
    wholes: "请稍等",
    heres: "以下是|这是|下面是|这里是",
    asked: "您要求的|你要求的|您需要的|你需要的|所需的",
    kept: "明天|下周|星期|告诉你|联系你",
  },
];
