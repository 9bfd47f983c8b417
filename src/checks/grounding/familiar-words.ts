/** Words that begin a sentence and a name never, so that `The Danube` is the name `Danube`. */
export const SMALL_WORDS: ReadonlySet<string> = words(`
  a about above after again against all almost along already also although always among an and another any anyone anything are as at
  away back be because been before behind being below between beyond both but by can could dear did do does done down during each
  early either else enough even every everyone everything except few finally first for former from further good had has have he hello
  hence her here hers his how however i if in indeed inside instead into is it its just last later least less like little many may maybe me
  meanwhile might mine more most much must my near neither never new next no nobody none nor not nothing now of off often old on once one only
  onto or other others otherwise our out outside over own perhaps please rather same second see several shall she should since so some
  somebody someone something sometimes soon still such than thank that the their theirs them then there therefore these they third this those though
  through thus to today together tomorrow too two under unless until up upon us very was we well were what whatever when whenever where
  whether which while who whoever whole whom whose why will with within without would yes yesterday yet you your
  three four five six seven eight nine ten eleven twelve both dozen hundred thousand
  am au ca că ce cu cum dacă dar de deci după el ea ei ele este eu fie iar în înainte într-o într-un la le mai nici nu o pe pentru prin
  sau se sunt și tot un una unde unii vom ați azi ieri mâine astăzi apoi acum aici acest această acele toate toți cei cele când care
`);

/** Names that need no fact: languages and peoples of everyday speech, formats and tools that a text on software may take as known. */
export const FAMILIAR_NAMES: ReadonlySet<string> = words(`
  english romanian german french spanish italian latin greek european american british irish scottish welsh dutch belgian swiss austrian polish
  czech slovak hungarian bulgarian serbian croatian turkish russian ukrainian swedish norwegian danish finnish portuguese brazilian mexican
  canadian australian chinese japanese korean indian african asian arabic hebrew roman internet web earth god christmas easter i
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  git github gitlab markdown unicode node javascript typescript json yaml linux unix macos windows html css http https url api cli sql
  mr mrs ms dr prof dear
`);

/** Common first names: the only single words at the start of a sentence that are taken for a person. */
export const FIRST_NAMES: ReadonlySet<string> = words(`
  adam adrian aisha alan alex alexandra alexandru alice ana anca andreas andrei andrew anja anna anne anthony antonio barbara ben bogdan brian
  carl carla carlos carmen carol catherine charles charlotte chris christian christine claire claudia cristian cristina dan daniel daniela
  david denis diana dmitri dorothy edward elena elizabeth emily emma eric eva fatima florin frank gabriel george georgiana greta hannah hans
  helen henry horia ian ioana ion ioan irina isabel ivan jack jacob james jan jane jennifer jessica joan johan john jonas jose joseph juan
  julia julian karen karl katherine kevin lars laura lena li linda lisa luca lucas lucia lukas luis mara marco margaret maria marie marius mark
  martin mary matei matthew max michael michelle mihai mihaela miriam mohammed monica nadia nancy natalia nicholas nicolae oana oliver olga
  otto patricia patrick paul paula pedro peter petra philip pierre priya rachel radu ralph raluca rebecca richard robert roberto roxana ruth
  sam samuel sandra sara sarah sebastian sergiu silvia simon simona sofia sophie stefan ștefan stella stephen steven susan tania teodor teresa
  thomas tim timothy tom tudor ulrich ursula vasile victor victoria vlad walter wei wilhelm william yuki yusuf zoe
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
