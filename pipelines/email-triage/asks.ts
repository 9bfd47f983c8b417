/** Something that honest mail of strangers seldom asks for. */
export interface Asked {
  readonly for: "money" | "a secret";
  /** Where it does. */
  readonly says: string;
}

/** Up to `n` words between two, within one sentence. */
const upTo = (n: number) => `(?:[\\s,]{1,5}[\\p{L}\\p{N}'’-]{1,30}){0,${n}}[\\s,]{1,5}`;
const whole = (...patterns: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "giu");
const oneOf = (...words: readonly string[]) => `(?:${words.join("|")})`;

const CURRENCY = oneOf(
  "eur",
  "euros?",
  "usd",
  "dollars?",
  "gbp",
  "pounds?",
  "lei",
  "ron",
  "chf",
  "zł",
  "pln",
  "huf",
  "forint",
  "kr",
  "руб\\p{L}*",
);
const AMOUNT = oneOf(`[€$£]\\s?\\d[\\d.,]{0,15}`, `\\d[\\d.,\\s]{0,15}(?:[€$£₽]|${CURRENCY})`);

const PAY = oneOf(
  ...["pay", "wire", "transfer", "remit", "deposit"],
  ...["überweis(?:en|e|t)", "(?:be)?zahl(?:en|e|t)"],
  ...["plăti(?:ți|ti)?", "plătește", "vira(?:ți)?", "virează", "transfer(?:ă|ați)", "achit(?:a|ă|ați)"],
  ...["pay(?:er|ez)", "vir(?:er|ez)", "vers(?:er|ez)", "régl(?:er|ez)", "transfér(?:er|ez)"],
  ...["pag(?:ar|ue|a)", "transf(?:erir|iera|iere)", "ingres(?:ar|e)"],
  ...["pag(?:are|hi)", "bonific(?:are|hi)", "vers(?:are|i)", "trasfer(?:ire|isca)"],
  ...["betaal", "betalen", "overmaken", "overschrijven", "stort(?:en)?"],
  ...["zapła(?:ć|cić)", "przel(?:ej|ać)", "wpła(?:ć|cić)"],
  ...["transf(?:ira|erir)", "deposit(?:e|ar)"],
  ...["перевед\\p{L}+", "перевести", "(?:о|за)плат\\p{L}+", "перечисл\\p{L}+"],
);
const SEND = oneOf(
  ...["send", "give", "tell", "provide", "share", "confirm", "verify", "enter", "submit", "reply with", "forward", "text"],
  ...["send(?:en|e|et)", "schick(?:en|e|t)?", "teil(?:en|e|t)", "geb(?:en|t)", "gib", "nenn(?:en|e|t)", "bestätig(?:en|e|t)"],
  ...[
    "trimite(?:ți|ti)?(?:-\\p{L}+)?",
    "spune(?:ți|ti)?(?:-\\p{L}+)?",
    "dă",
    "dați",
    "confirm(?:ă|ați)",
    "introdu(?:ceți)?",
    "comunic(?:ă|ați)",
  ],
  ...[
    "envoy(?:er|ez)(?:-\\p{L}+)?",
    "donn(?:er|ez)(?:-\\p{L}+)?",
    "communiqu(?:er|ez)",
    "confirm(?:er|ez)",
    "saisi(?:r|ssez)",
    "indiqu(?:er|ez)",
  ],
  ...["env(?:íe|iar|ía)(?:me|nos)?", "d(?:eme|ígame)", "confirm(?:e|ar)", "introduzca", "facilit(?:e|ar)(?:nos)?"],
  ...["invi(?:i|are)", "inviar(?:mi|ci)", "mand(?:i|are)", "mandar(?:mi|ci)", "comunic(?:hi|are)", "conferm(?:i|are)", "inserisca"],
  ...["stu(?:ur|ren)", "ge(?:ef|ven)", "bevestig(?:en)?", "vul"],
  ...["wy(?:ślij|słać)", "poda(?:j|ć)", "potwierd(?:ź|zić)", "wpisz", "prze(?:ślij|słać)"],
  ...["envi(?:e|ar)", "inform(?:e|ar)", "digit(?:e|ar)"],
  ...["отправ\\p{L}+", "пришл\\p{L}+", "сообщ\\p{L}+", "назов\\p{L}+", "подтверд\\p{L}+", "введ\\p{L}+"],
);
/** Verbs that a German sentence ends with. */
const AT_THE_END = oneOf("überweisen", "(?:be)?zahlen", "senden", "schicken", "mitteilen", "nennen", "eingeben", "bestätigen");

const GIFT_CARDS = oneOf(
  ...["gift ?cards?", "geschenkkarten?", "gutscheinkarten?", "card(?:uri)? cadou", "cartes? cadeaux?", "tarjetas? (?:de )?regalo"],
  ...[
    "cart[ae] regalo",
    "cadeaukaart(?:en)?",
    "kart\\p{L}+ podarunkow\\p{L}+",
    "(?:vale|cartão|cartões)[- ]presente",
    "подарочн\\p{L}+ карт\\p{L}+",
  ],
);
const NEW_ACCOUNT = oneOf(
  ...[
    "(?:new|other|another|following|different) (?:bank )?account",
    "new (?:bank|payment) details",
    "(?:bank|payment) details (?:have|has) changed",
  ],
  ...["(?:neue[ns]?|andere[ns]?|folgende[ns]?) (?:bank)?konto", "neue[n]? (?:bankverbindung|kontodaten|iban)"],
  ...[
    "noul cont",
    "cont(?:ul)? (?:bancar )?nou",
    "nouveau (?:compte|rib)",
    "nouvelles coordonnées bancaires",
    "nueva cuenta",
    "cuenta nueva",
  ],
  ...[
    "nuovo (?:conto|iban)",
    "nuove coordinate bancarie",
    "nieuwe? (?:bank)?rekening(?:nummer)?",
    "now\\p{L}+ (?:numer )?kont\\p{L}+",
    "nova conta",
  ],
  ...["нов\\p{L}+ (?:сч[её]т|реквизиты)"],
);
const MONEY = oneOf(
  AMOUNT,
  "money",
  "funds",
  "geld",
  "bani(?:i)?",
  "argent",
  "dinero",
  "denaro",
  "soldi",
  "pieniądz\\p{L}*",
  "dinheiro",
  "деньги",
  "bitcoins?",
  "btc",
  "usdt",
);

const SECRET = oneOf(
  ...["pass ?words?", "pass ?(?:code|phrase)s?", "pin(?:[- ]?code)?", "(?:one[- ]time|verification|security|log-?in|access|sms) codes?"],
  ...["codes? (?:that |which )?you (?:got|received|get|have received)", "(?:log-?in|access) (?:details|data)", "credentials"],
  ...[
    "(?:credit )?card (?:number|details)",
    "cv[vc]2?",
    "(?:seed|recovery) phrase",
    "private key",
    "api[- ]keys?",
    "social security number",
  ],
  ...[
    "pass(?:wort|wörter|worte)",
    "kennw(?:ort|örter)",
    "tan",
    "zugangsdaten",
    "(?:sicherheits|bestätigungs)code",
    "(?:kredit)?karten(?:nummer|daten)",
  ],
  ...[
    "parol(?:a|ă|e|ele)",
    "cod(?:ul)? (?:de verificare|de securitate|pin|primit|din sms)",
    "date(?:le)? (?:de (?:acces|autentificare)|cardului)",
  ],
  ...[
    "num[aă]r(?:ul)? cardului",
    "mots? de passe",
    "codes? (?:de vérification|de sécurité|secret|reçu)",
    "identifiants",
    "numéro de (?:votre |la )?carte",
  ],
  ...["contraseñas?", "código (?:de verificación|de seguridad|secreto)", "número de (?:su |tu |la )?tarjeta", "credenciales"],
  ...["codice (?:di verifica|di sicurezza|segreto|otp)", "credenziali", "numero della (?:sua |tua )?carta"],
  ...["wachtwoord(?:en)?", "pincode", "verificatiecode", "inloggegevens", "kaartnummer"],
  ...["hasł[oa]", "kod(?:u)? (?:weryfikacyjn\\p{L}+|sms)", "dane (?:logowania|karty)", "numer karty"],
  ...["senhas?", "código de (?:verificação|segurança)", "número do cartão", "credenciais"],
  ...["парол\\p{L}+", "код (?:из (?:смс|sms)|подтверждения)", "номер карты", "данные карты"],
);

/** Languages that put no space between words. */
const UNSPACED = {
  money: /(?:转账|汇款|打款|匯款|轉帳)[^。！？\n]{0,20}|[^。！？\n]{0,10}(?:振り込|送金)[^。！？\n]{0,10}/gu,
  secret:
    /(?:发送|发给|告诉|提供|输入)[^。！？\n]{0,12}(?:密码|验证码)|(?:密码|验证码)[^。！？\n]{0,12}(?:发给|发送|发到|告诉|提供)|(?:パスワード|暗証番号|認証コード)[^。！？\n]{0,15}(?:送|教え|入力|お知らせ)/gu,
};

const RULES: readonly { readonly for: Asked["for"]; readonly forms: readonly RegExp[] }[] = [
  {
    for: "money",
    forms: [
      whole(
        `${PAY}${upTo(6)}${oneOf(MONEY, NEW_ACCOUNT)}`,
        `${SEND}${upTo(2)}${MONEY}`,
        `${MONEY}${upTo(6)}${AT_THE_END}`,
        `${oneOf("buy", "get", "purchase", "kaufen", "besorgen", "cump[aă]r\\p{L}+", "achet(?:er|ez)", "compr(?:ar|e|are)", "kopen", "kup(?:ić)?", SEND)}${upTo(6)}${GIFT_CARDS}`,
        NEW_ACCOUNT,
      ),
      UNSPACED.money,
    ],
  },
  { for: "a secret", forms: [whole(`${SEND}${upTo(6)}${SECRET}`, `${SECRET}${upTo(6)}${AT_THE_END}`), UNSPACED.secret] },
];

const NOT =
  /(?<!\p{L})(?:never|not|cannot|\p{L}+n['’]t|nicht|nie(?:mals)?|kein\p{L}*|nu|niciodată|jamais|pas|nunca|no|non|nooit|niet|nigdy|não|никогда|не)(?!\p{L})/iu;
/** These ask for it all the more. */
const NOT_A_NOT =
  /(?:do not|don['’]t) (?:hesitate|forget|fail)|nicht (?:zögern|vergessen)|nu (?:ezita|uita)\p{L}*|n['’]hésitez pas|no (?:dude|olvide)/giu;

/** What a text asks for, each kind once. It goes by words, and can be wrong. */
export function asksIn(text: string): readonly Asked[] {
  // Marks that nobody sees do not hide a word, and the older encodings write Romanian with a cedilla.
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll("ţ", "ț")
    .replaceAll("ş", "ș");
  return RULES.flatMap(({ for: what, forms }) => {
    const [found] = forms.flatMap((form) => [...plain.matchAll(form)].filter(({ index, 0: match }) => !isDenied(plain, index, match)));
    return found === undefined ? [] : [{ for: what, says: shortened(found[0]) }];
  });
}

/** "We never ask you to send the password": what is said in the same clause before it, or within. */
function isDenied(text: string, index: number, match: string): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  const clause = before.slice(before.search(/[^.,;:!?\n]*$/));
  return NOT.test(`${clause}${match}`.replaceAll(NOT_A_NOT, ""));
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
