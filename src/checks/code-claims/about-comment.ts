/** That a comment itself is wrong, old or unclear is seen by reading it. */
const DOCUMENTATION =
  /(?<!\w)(?:comments?|docstrings?|jsdoc|doc comment|doc ?blocks?|todos?|fixme|documentation|docs|doc|header|heading|licen[cs]e|spelling|wording|remarks?|notes?)(?!\w)/i;
const FAULT =
  /(?<!\w)(?:out ?of ?date|outdated|stale|wrong|incorrect|misleading|misspell\w*|misspelt|typos?|unclear|redundant|useless|obsolete|duplicat\w*|contradict\w*|disagree\w*|no longer (?:true|holds|matches|applies)|does(?: not|n['’]t) match|lies|inaccurate|helpful|useful|good|nice|clear|well|explains?|documents?|could be|should be|should say|can be|needs? to be|must be|ought to|left over|leftover|left|remains|reworded|removed|updated|deleted|shortened|translated|long|short|written|rot\w*|promises|(?:do|does)(?: not|n['’]t) exist|(?:is|are)(?: not|n['’]t) (?:true|so|there)|nowhere|(?:but|and|while|though) there (?:is|are) no|but the code|the code (?:does|says))(?!\w)/i;

/** By these a sentence says itself that it speaks of a comment. */
export const COMMENT_WORD = /(?<!\w)(?:comments?|docstrings?|jsdoc|doc ?blocks?|todos?|fixme|remarks?)(?!\w)/i;

/** Whether a sentence speaks of a comment as a comment, and not of the code by way of it. */
export function isAboutComment(sentence: string): boolean {
  return DOCUMENTATION.test(sentence) && FAULT.test(sentence);
}
