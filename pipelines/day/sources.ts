export {
  Correction,
  DayMessage,
  DayRun,
  DayTrouble,
  DayWait,
  day,
  dayIn,
  daysFrom,
  spanOfDay,
} from "../../adapters/index.js";
