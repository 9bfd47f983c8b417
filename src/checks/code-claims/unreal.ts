/** Words before a file that say that it is to be made, was there once, or stands for any. */
const BEFORE: readonly RegExp[] = [
  /(?:creat(?:e[sd]?|ing)|add(?:s|ed|ing)?|introduc(?:e[sd]?|ing)|propos(?:e[sd]?|ing)|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?|writ(?:e|es|ing)|generat(?:e[sd]?|ing)|delet(?:e[sd]?|ing)|remov(?:e[sd]?|ing)|drop(?:s|ped|ping)?|ship(?:s|ping)?|call it|name it|want|needs?|emits?|produces?|outputs?)(?: (?:a|an|the|its|one|your|new|own|separate|dedicated|small|shared|thin|simple|regression|unit|integration|end-to-end|second|file|files|module|test|tests|suite|helper|script|package|class|function|code|logic|it|this|that|them|case|cases|named|called|at|in|under|as|like|to|into|\uFFFC)){0,8} $/i,
  /(?:mov(?:e[sd]?|ing)|extract(?:s|ed|ing)?|split(?:s|ting)?|renam(?:e[sd]?|ing)|pull(?:s|ed|ing)?|factor(?:s|ed|ing)?|lift(?:s|ed|ing)?|put(?:s|ting)?|plac(?:e[sd]?|ing)|relocat\w{1,4}|go(?:es)?|live|belongs?|save[sd]?|writes?|written|copy|copied)(?!\w)[^.;]{0,60} (?:to|into|in|as|under|at|called|named) (?:(?:a|an|the|its|their|own|new|separate|dedicated|shared|file|module|say|e\.g\.,?) ){0,4}$/i,
  /(?:should|could|would|might|will|ought to|must|may)(?!\w)[^.;,]{0,30} (?:in|into|to|at|under|be|as|have|need|call) (?:(?:a|an|the|new|separate|file|module) ){0,3}$/i,
  // A file that is there has a definite name.
  /(?<!\w)(?:an?|some|another) $/i,
  /(?<!\w)new(?: [\w-]{1,20}){0,3}[,:]? ?$/i,
  /(?<!\w)(?:such as|e\.g\.|i\.e\.|like|for example|for instance|say|perhaps|maybe|imagine|suppose|hypothetical|proposed|suggested|planned|future|former|formerly|previously|old|deleted|removed|generated|named|called)[,:]? (?:(?:a|an|the) )?$/i,
  /(?<!\w)(?:no|neither|without|lacks?|lacking|missing|not|nor|absent|isn['’]t|aren['’]t)(?: (?:a|an|any|the|such|longer|file|called|named|is|are|there|exist)){0,3} $/i,
  /(?<!\w)(?:was|were|used to be|had been|from the) (?:called |named |in |at )?$/i,
];

/** Words right after a file that say the same. */
const AFTER: readonly RegExp[] = [
  /^[)\s,]{0,3}\(?(?:new|proposed|to be (?:created|added|written)|suggested|planned|generated|deleted|removed|does not exist|not yet)/i,
  /^[^.;:]{0,50}(?<!\w)(?:should|could|would|might|will|needs? to|has to|must|can) (?:then )?(?:be (?:created|added|introduced|written|made|generated|the)|exist|hold|contain|live|own|become|export|be born)/i,
  /^[^.;:]{0,30}(?<!\w)(?:(?:does|do|did)(?: not|n['’]t) (?:yet |even |seem to |appear to )?exist|no longer exists?|is (?:entirely |still |also |simply )?(?:missing|absent|gone)|(?:is|are)(?: not|n['’]t) (?:there|here|present|included|tracked|shipped|(?:a )?part of|in (?:the|this) (?:tree|repo|repository|code|project))|(?:was|were|has been|had been|got|is) (?:removed|deleted|dropped|renamed|generated|git-?ignored|ignored|produced|created|not (?:committed|checked in)))/i,
];

/** Whether a file that a text names is not said to be there: to be made, gone, an example, or said to be missing. */
export function isUnreal(before: string, after: string): boolean {
  const near = before.slice(-140);
  return BEFORE.some((pattern) => pattern.test(near)) || AFTER.some((pattern) => pattern.test(after.slice(0, 120)));
}

/** A heading or a line with a colon that leads to things to be made. */
export function leadsToProposals(said: string): boolean {
  return /(?<!\w)(?:proposed|propose|suggested|suggestions?|suggest|recommended|recommendations?|recommend|new|planned|to (?:create|add|write)|next steps|create|add|i would|we could|could be|should be|layout|structure i)(?!\w)/i.test(
    said.slice(-300),
  );
}

/** Words before a piece of code in its sentence that say that it is not there yet: what to write, what might be given, what is wanted. */
const WISHED =
  /(?<!\w)(?:instead|should|could|would|might|use|using|prefer|consider|rewrite|wrap|wrapp?ing|try|add|adding|insert|make|becomes?|turn|into|with|to|expect(?:ed|s)?|e\.g\.|i\.e\.|such as|like|want|recommend(?:ed)?|suggest(?:ed|s|ion)?|rather|better|correct|fix|pass|passing|given|giving|input|inputs|for|when|if|equivalent|similar|not|no|missing|lacks?|without|never|was|were|used to be|previously|until|before|run|running|calling|write|writing|prints?|printed|under|gives|yields?|results? in|evaluates? to|equals?|is really|means)(?!\w)[^.;:]{0,60}$/i;

/** Of those the ones that count also where a place is named right behind the code. */
const WISHED_AT =
  /(?<!\w)(?:add|adding|insert|inserting|use|using|put|prefer|consider|try|should (?:be|read|say|have)|could (?:be|read)|would (?:be|read)|instead|want|missing|no|not|without|lacks?|never)(?: (?:a|an|the|any|just|simply|only|have|see|is|be|of|rather))* $/i;

export function isWished(before: string): boolean {
  return WISHED.test(before.slice(-90));
}

export function isWishedAt(before: string): boolean {
  return WISHED_AT.test(before.slice(-60));
}
