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
  abdul abigail adam adrian agnes agnieszka ahmed ahmet aisha akira alain alan albert alberto alejandro aleksandra alessandro alessia
  alex alexandra alexandre alexandru alexei alexis alfred alice alina alison amanda amelia amina amir amy ana anca anders andre andrea
  andreas andrei andrew andré andrés angela anita anja anke ann anna anne annika anthony antoine anton antonio arjun arthur astrid
  audrey ayşe barbara bastian beatrice beatriz ben benjamin bernard bernd birgit björn bogdan brandon brenda brian bruno camelia
  camille carl carla carlos carmen carol caroline catherine cecilia charles charlotte chiara chloe chris christian christina christine
  christoph christopher claire clara claudia clemens clément corina cornelia cosmin costin cristian cristina cynthia cătălin dan
  daniel daniela daniele darius david deborah denis denisa derek diana dieter dimitri dmitri dominik donald donna dora doris dorothy
  douglas dragoș duncan eduard eduardo edward eileen eleanor elena elisa elise elizabeth ella ellen emil emilia emilio emily emma
  emre eric erica erik ernst esther ethan eugen eva evelyn fabian farid fatih fatima federico felix fernando filip fiona florian
  florin francesca francesco francisca francisco frank franz fredrik friedrich gabriel gavin george georgiana gerald gerda gianluca
  giorgio giovanni gisela giulia giuseppe gordon graham gregor gregory greta guillaume gustav günther hamid hannah hans harald harold
  hassan heather heidi heike heinrich heinz helen helga henrik henry herbert hiroshi horia horst hugo hélène ian ibolya ibrahim igor
  ilinca ilse imran ines ingrid ioan ioana ion irene irina isaac isabel isabella isabelle ivan ivana jaap jack jacob jacqueline jakob
  jakub james jan jane jason javier jeff jennifer jens jeremy jerome jessica jill joan joanna jochen joel johan johannes john jonas
  jorge jose josef joseph josh joshua juan julia julian juliette jürgen kaito karen karim karin karl karolina kate katherine kathrin
  katja katrin keith kenji kenneth kevin khalid klaus kristin kristina krzysztof lara larisa larry lars laura laurent laurențiu layla
  lea lena leonard leonardo lewis li liam liliana lina linda lisa lorenzo louis louise luca lucas lucia luciana ludovic ludwig luis
  luka lukas lukasz lydia maja malik manfred manuel manuela mara marcel marcin marco marcus margaret margit maria mariana marianne
  marie marina mario marion marius mark marlene marta martha martin martina mary matei mathias mathieu matthew matthias mattias
  maurice max meera mehmet mei melanie melissa michael michał michelle miguel mihaela mihai mikhail mila mira mircea mirela miriam
  mohammed monica moritz murat mustafa nadia nancy natalia natasha nathalie nathan neha neil nelu nicholas nicolae nikhil nikita
  nikola nils nina nora norbert oana octavian olaf oleg olena olga oliver olivia omar oscar otto ovidiu pablo pascal patricia patrick
  patrik paul paula pavel pedro peggy peter petr petra petru philip philipp philippe phillip pia pierre pieter piotr priya rachel radu
  rafael rahul rainer ralph raluca rashid ravi raymond raúl rebeca rebecca reinhard renata renate ricardo richard rita robert roberto
  rodrigo roland rolf ronald rosa roxana rudolf ruslan russell ruth ryan rüdiger sabina sabine salma sam samantha samir samuel sandra
  sanjay sara sarah sascha sean sebastian sergei sergio sergiu shirley shreya silke silvia simon simona simone sina sofia sonia sonja
  sophie sorin stefan stella stephanie stephen steven stewart stuart stéphane sunita susan susanne sven svenja svetlana sylvia sylvie
  tamara tania tanja tatiana teodor teresa theo theodor theresa thomas thorsten tiago tiberiu tim timothy tobias todor tom tomas
  tomasz torsten traian tudor tuomas tyler ulrich ulrike ursula uwe valentin valentina valeria vasile vera veronica veronika vicente
  victor victoria vijay viktor vincent viorel vivian vlad vladimir walter wei wendy werner wilhelm willem william wilma wojciech
  wolfgang yann yasmin yolanda yuki yuri yusuf yves zeynep zoe zoltan zsófia ágnes ángel élodie émile ștefan ștefania
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
