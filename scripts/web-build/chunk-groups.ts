import type { Rolldown } from 'vite'

const oneOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'))

/** What only a few screens share stays in files of its own. */
const ofFewScreens = [
  ...['(alarms|antd|csv|notes)/', 'boards/(bin|ver)', 'address/sensor-n'],
  ...['browser/save-file', 'screens/(le|sc)'],
]
const ofKit = new RegExp(`/kit/web/(?!${ofFewScreens.join('|')})`)
const ofContracts =
  /\/features\/(?!alarm|annot|client|comm|conn|exports|ingest|notif|reading|shift)[^/]+\/contract\//

/** Calls of screens that nobody opens first. No module of the shared file may import them. */
const ofLaterScreens = oneOf(
  /\/features\/articles\/contract\//,
  /\/features\/accounts\/contract\/(users|personal-data)/,
  /\/features\/devices\/contract\/(registry|device-description)/,
  /\/features\/history\/contract\/analysis/,
)
const ofEditedBoards = /\/features\/pages\/contract\/(all-boards|choose|kiosk|merge|routes)/

/** What the sign-in page has of the parts that all screens share. */
const ofSignIn = oneOf(
  /\/apps\/web\/catalogues\/join/,
  /\/kit\/ui\/menu\//,
  /\/kit\/web\/formats\/(format|hours|moment|number|repeated-hour|use-format|use-now)\./,
  /\/kit\/model\/time\/zone\./,
)

/** Dependencies are not drawn along: none brings a library that only some of its users need. */
const alone = { includeDependenciesRecursively: false }

/**
 * Few files, because each costs the browser and the server a request: what every page needs is one
 * of libraries and one of our own; so is what all need who are signed in, what widgets are made of,
 * the grid that people arrange with what its boards are, the charts of history and of a sensor's
 * details, and what several screens share. Of that the sign-in page has to load all: what a few
 * screens of engineers share stays in files of its own. A file brings all that its modules import:
 * of widgets, editors, pictures and what reads Markdown stay out of theirs (WE29).
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { ...alone, name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 3 },
  { ...alone, name: 'application', tags: ['$initial'], priority: 2 },
  { ...alone, name: 'sign-in-parts', test: ofSignIn, priority: 2 },
  {
    ...alone,
    name: 'signed-in',
    test: oneOf(
      /\/features\/alarms\/web\/(source\/|words\/(alarm-state|use-alarm-words))/,
      /\/features\/alarms\/contract\/(alarm|condition|message|routes|rule)\./,
      /\/features\/client-errors\/(contract\/|web\/query-errors)/,
      /\/features\/toolbox\/web\/(help\/help-pages|theme\/accent|tour\/tour-state)/,
      /\/kit\/web\/(alarms\/|screens\/leads)/,
      /\/features\/sensors\/web\/apply-when-fetched/,
    ),
    priority: 1,
  },
  { ...alone, name: 'later', test: ofLaterScreens, minShareCount: 2, priority: 2 },
  { ...alone, name: 'boards', test: ofEditedBoards, priority: 2 },
  {
    ...alone,
    name: 'widgets',
    test: oneOf(
      /\/features\/widgets\/web\/(alarms|frame|plot|states|values)\/(?!.*-editor\.)/,
      /\/features\/widgets\/web\/several\/(?!.*-field\.)/,
      /\/features\/widgets\/web\/kinds\/(?!(image|note)\/|.*(-(editor|field)\.|\/(prepare|texts)))/,
      /\/kit\/ui\/(values|panel)\//,
      /\/kit\/ui\/chart\/data\/(device-gaps|flagged|gaps|segments|series|spans)/,
      /\/kit\/ui\/chart\/data\/(quality-spans|ticks|value-range)/,
      /\/kit\/web\/widgets\//,
    ),
    priority: 1,
  },
  {
    ...alone,
    name: 'grid',
    test: oneOf(
      /\/kit\/(ui|web)\/grid\//,
      /\/features\/pages\/contract\/(?!gates)/,
      /\/node_modules\/react-grid-layout\//,
    ),
    priority: 1,
  },
  {
    ...alone,
    name: 'charts',
    test: oneOf(
      /\/features\/history\/web\/(address|report|tree|notes|image|query-site)/,
      /\/features\/history\/web\/compare\/(?!compare-day)/,
      /\/features\/history\/contract\/(report-data|in-hours|state-times)/,
      /\/kit\/ui\/chart\/(image|overview|plot|spans|state-chart|time-chart|chart-table)/,
      /\/kit\/ui\/chart\/data\/(comparison|line|model|pixel-line|summary)/,
      /\/kit\/model\/numbers\/pixel-column/,
      /\/node_modules\/uplot\//,
    ),
    priority: 1,
  },
  {
    ...alone,
    name: 'shared',
    test: oneOf(
      /\/kit\/ui\/(?!list\/)/,
      ofKit,
      /\/kit\/model\/(?!spreadsheet-text|shifts|browser-name|text\/sh)/,
      ofContracts,
      /\/node_modules\/zod\//,
    ),
    minShareCount: 2,
  },
  // One file instead of twenty for the screens of forms and tables; what few of these need is left.
  {
    ...alone,
    name: 'antd',
    test: /\/node_modules\/(antd|@rc-component|@ant-design|scroll-into-view|compute-scroll)/,
    minShareCount: 20,
  },
]
