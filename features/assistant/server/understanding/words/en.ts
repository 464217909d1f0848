import { words } from '../fold.ts'
import type { Lexicon } from '../lexicon.ts'
import {
  between,
  calendar,
  countPattern,
  date,
  daysBack,
  lastOf,
  moment,
  partOfDay,
  since,
  weekday,
  type UnitWord,
} from '../period-form.ts'
import { exactDates } from './dates.ts'

const clock = (end = '') =>
  `(?<${end}hours>\\d{1,2})(?:[:.](?<${end}minutes>\\d{2}))?` +
  `(?: ?(?<${end}half>am|pm|a\\.m\\.|p\\.m\\.))?(?: o'clock)?`
const monthNames = [
  ...['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?'],
  ...['aug(?:ust)?', 'sept?(?:ember)?', 'oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
]
const months = monthNames.map((name) => new RegExp(`^(?:${name})$`, 'u'))
const month = `(?<month>${monthNames.join('|')})`
const year = '(?:,? (?<year>\\d{4}))?'
const weekdays = ['mon', 'tue(?:s)?', 'wed(?:nes)?', 'thu(?:rs)?', 'fri', 'sat(?:ur)?', 'sun']
const units: readonly UnitWord[] = [
  [/^s/u, 'second'],
  [/^mi/u, 'minute'],
  [/^h/u, 'hour'],
  [/^d/u, 'day'],
  [/^w/u, 'week'],
  [/^mo/u, 'month'],
  [/^y/u, 'year'],
]
const short = 'seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?'
const before = '(?:(?:in|over|during|for|within) )?(?:the )?'
const extreme = 'highest|lowest|largest|smallest|biggest|hottest|coldest|warmest'

export const english: Lexicon = {
  intents: [
    [
      'procedure',
      words(
        'procedures?|instructions?|manuals?|guides?|articles?|how to|steps (?:for|to)' +
          '|how (?:do|can|should|must|shall) (?:i|we|you|one)' +
          '|what (?:should|shall|must|can|do) (?:i|we) do(?: (?:when|if|in case of|about))?' +
          '|what (?:to do|is to be done)(?: (?:when|if|in case of|about))?',
      ),
    ],
    [
      'outside',
      words(
        '(?:out of|outside|beyond|over|above|under|below|exceed(?:s|ed|ing)?|than)' +
          ' (?:(?:its|the|of|upper|lower|alarm|high|low) ){0,4}(?:limits?|range|alarm values?)' +
          '|too (?:high|hot|low|cold)',
      ),
    ],
    [
      'top_alarms',
      words('(?:the )?(?:most|worst|top(?: \\d+)?|most frequent) (?:alarms?|alerts?)'),
    ],
    [
      'active_alarms',
      words(
        '(?:active|open|current|standing|unacknowledged|pending) (?:alarms?|alerts?)' +
          '|(?:alarms?|alerts?) (?:are |is )?(?:there |active |open |standing )?(?:now|right now' +
          '|currently|at the moment)|(?:alarms?|alerts?) (?:are |is )?(?:active|open|standing)' +
          '|(?:is|are) there (?:any |an )?(?:alarms?|alerts?)(?: now)?$|^any (?:alarms?|alerts?)$',
      ),
    ],
    ['alarms', words('alarms?|alerts?')],
    ['offline', words('offline|disconnected|not connected|unreachable|silent|not responding')],
    ['online', words('online|connected')],
    ['compare', words('compared?|comparison|versus|vs|than|difference|differs?')],
    ['availability', words('availability|available|utili[sz]ation|uptime')],
    [
      'states',
      words('(?:green|red|yellow|white|blue|gr[ea]y|switched on|switched off)|states?|colou?rs?'),
    ],
    [
      'trend',
      words(
        'trend(?:s|ing)?|rising|falling|increasing|decreasing|going (?:up|down)|climbing|dropping' +
          '|stable|drift(?:s|ing)?',
      ),
    ],
    [
      'rank',
      words(
        `(?:which|what) (?:sensors?|devices?|machines?) .{0,60}(?:${extreme}|most|least)` +
          `|which (?!is |was |are |were )\\S+ .{0,40}(?:${extreme})` +
          `|top ?\\d+|(?:${extreme}) \\d+|(?:the|show|list|which) \\d+ (?:${extreme})`,
      ),
    ],
    ['count', words('(?:how many|number of) (?:readings?|values?|measurements?|samples?)')],
    [
      'total',
      words(
        'total|accumulated?|in total|altogether|sum|consum(?:e|ed|ption)|produced?|production' +
          '|made|how many (?:parts?|pieces?|units?|items?|cycles?)',
      ),
    ],
    ['deviation', words('standard deviation|std ?dev|deviation|variation|fluctuat\\S*')],
    ['median', words('median')],
    ['average', words('averaged?|averages|mean|avg')],
    ['maximum', words('maximum|max|highest|peak|largest|hottest|biggest|warmest')],
    ['minimum', words('minimum|min|lowest|smallest|coldest')],
    [
      'find',
      words(
        '(?:which|what|list|show|all|find|how many) (?:me )?(?:the |all )*' +
          '(?:sensors?|devices?|machines?|signals?)|find|search(?: for)?',
      ),
    ],
    [
      'value',
      words('how (?:much|hot|cold|high|low|fast|full|warm)|current|currently|values?|reading|now'),
    ],
  ],
  periods: [
    ...exactDates,
    date(
      words(`(?:on )?(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}${year}`),
      months,
    ),
    date(words(`(?:on )?${month} (?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?${year}`), months),
    lastOf(
      words(
        `${before}(?:last|past|previous) (?<count>${countPattern}) ` +
          `(?<unit>${short}|weeks?|months?|years?)`,
      ),
      units,
    ),
    lastOf(words(`${before}past (?<unit>${short}|week|month|year)`), units),
    lastOf(words(`${before}last (?<unit>second|minute|hour|24 hours)`), units),
    daysBack(words('(?:the )?day before yesterday'), 2),
    daysBack(words('yesterday'), 1),
    daysBack(words('(?:so far )?today'), 0),
    calendar(words('(?:in |during )?this week'), 'week', 0),
    calendar(words('(?:in |during )?(?:last|previous) week|the week before'), 'week', 1),
    calendar(words('(?:in |during )?this month'), 'month', 0),
    calendar(words('(?:in |during )?(?:last|previous) month|the month before'), 'month', 1),
    calendar(words('(?:in |during )?this year'), 'year', 0),
    calendar(words('(?:in |during )?(?:last|previous) year|the year before'), 'year', 1),
    ...weekdays.map((name, index) =>
      weekday(words(`(?:on |last |on last )?(?:${name})day|on (?:${name})`), index + 1),
    ),
    between(words(`(?:between|from) ${clock()} (?:and|to|until|till) ${clock('end')}`)),
    since(words(`since ${clock()}`)),
    moment(words(`at ${clock()}`)),
    partOfDay(words('(?:in the |this )morning|morning'), 6, 12),
    partOfDay(words('(?:in the |this )afternoon|afternoon'), 12, 18),
    partOfDay(words('(?:in the |this )evening|evening'), 18, 24),
    partOfDay(words('(?:at |during the |in the |to)?night'), 0, 6),
  ],
  fillers: words(
    'a|an|the|of|for|in|on|at|to|from|by|with|and|or|is|are|was|were|been|be|do|does|did|has|have' +
      '|had|it|its|their|there|this|that|these|those|me|my|our|us|we|i|you|please|can|could|would' +
      '|will|what|which|when|where|who|why|how|long|much|many|often|any|some|all|each|every|per' +
      '|about|right|moment|present|just|so|far|then|also|time|since|until|during|within|between' +
      '|go|going|went|get|got|gets|go|come|came|give|show|tell|know|see|look|like|up|down|than' +
      '|higher|lower|more|less|hello|hi|ok|okay|thanks|last|past|sensors?|devices?|machines?' +
      '|values?|readings?|period|as|same|not|no|s|still|ever|one|ones|out|happened|occurred',
  ),
  above: words('above|over|exceed\\S*|too (?:high|hot)|upper|higher|more'),
  below: words('below|under|too (?:low|cold)|lower|less'),
  lowest: words('lowest|smallest|coldest|least|bottom'),
  devices: words('devices?|machines?'),
  top: words(
    `(?:top|first|worst|${extreme}) ?(?<count>\\d{1,2})|(?<count2>\\d{1,2}) (?:${extreme})`,
  ),
}
