import { words } from '../fold.ts'
import type { Lexicon } from '../lexicon.ts'
import { overviews } from './overviews.ts'
import { englishTimes } from './times/en.ts'

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
          ' (?:(?:its|their|the|of|upper|lower|alarm|high|low) ){0,4}' +
          '(?:limits?|range|alarm values?)' +
          '|too (?:high|hot|low|cold)',
      ),
    ],
    [
      'top_alarms',
      words(
        '(?:the )?(?:most|worst|top(?: \\d+)?|most frequent) (?:alarms?|alerts?)' +
          '|alarm(?:s|ed)? (?:the )?most' +
          '|top(?: \\d+)? (?:sensors?|devices?|machines?) (?:by|with|for' +
          '|in) .{0,20}(?:alarms?|alerts?)',
      ),
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
    [
      'offline',
      words(
        'dropped (?:off|out)|(?:went|gone|fallen|fell) (?:off|down|silent)' +
          '|(?:devices?|machines?|sensors?|is|are|\\S+ \\d+) (?:is |are |gone )?(?:down|dead)' +
          '|lost (?:the )?(?:connection|signal)|no (?:connection|signal)|not online' +
          '|offline|disconnected|not connected|unreachable|silent|not (?:responding|working)',
      ),
    ],
    ['online', words('online|connected')],
    [
      'compare',
      words('compared?|comparison|hotter|colder|warmer|versus|vs|than|difference|differs?'),
    ],
    ['availability', words('availability|available|utili[sz]ation|uptime')],
    [
      'states',
      words('(?:green|red|yellow|white|blue|gr[ea]y|switched on|switched off)|states?|colou?rs?'),
    ],
    [
      'trend',
      words(
        'trend(?:s|ing)?|rates? of change|how fast|rising|falling|increasing|decreasing' +
          '|go(?:es|ing)? (?:up|down)' +
          '|climbing|dropping' +
          '|stable|drift(?:s|ing)?',
      ),
    ],
    [
      'rank',
      words(
        `(?:which|what) (?:sensors?|devices?|machines?) .{0,60}(?:${extreme}|most|least)` +
          `|which (?!is |was |are |were )\\S+ .{0,40}(?:${extreme})` +
          `|which(?: one)? is (?:the )?(?:${extreme})|(?:${extreme}) (?:sensors?` +
          `|devices?|machines?)` +
          `|top ?\\d+|(?:${extreme}) \\d+|(?:the|show|list|which) \\d+ (?:${extreme})`,
      ),
    ],
    ['count', words('(?:how many|number of) (?:readings?|values?|measurements?|samples?)')],
    [
      'total',
      words(
        'total|accumulated?|in total|altogether|sum|consum(?:e|ed|ption)|produced?|production' +
          '|ma[dk]e|how many (?:parts?|pieces?|units?|items?|cycles?)',
      ),
    ],
    ['deviation', words('standard deviation|std ?dev|deviation|variation|fluctuat\\S*')],
    ['median', words('median')],
    ['average', words('averaged?|averages|mean|avg')],
    ['maximum', words('maximum|max|highest|peak|largest|hottest|biggest|warmest')],
    ['minimum', words('minimum|min|lowest|smallest|coldest')],
    overviews.en,
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
  periods: englishTimes,
  fillers: words(
    'number|amount|percent(?:age)?|share|anything|something|nothing|whats|hows|wheres|a' +
      '|an|the|of|for' +
      '|in|on|at|to|from|by|with|and|or|is|are|was|were|been|be|do|does|did|has|have' +
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
