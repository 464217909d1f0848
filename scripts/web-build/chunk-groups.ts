import type { Rolldown } from 'vite'

const oneOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'))

/** What only a few screens share stays in files of its own. */
const ofKit =
  /\/kit\/web\/(?!(alarms|antd|csv|notes)\/|boards\/(bin|ver)|address\/sensor-n|screens\/(le|sc))/
const ofContracts =
  /\/features\/(?!alarm|annot|client|comm|conn|exports|ingest|notif|reading|shift)[^/]+\/contract\//

/** Dependencies are not drawn along: none brings a library that only some of its users need. */
const alone = { includeDependenciesRecursively: false }

/**
 * Few files, because each costs the browser and the server a request: what every page needs is one
 * of libraries and one of our own; so is what widgets are made of, the grid that people arrange
 * with what its boards are, the charts of history and of a sensor's details, and what several
 * screens share. Of that the sign-in page has to load all: what a few screens of engineers share
 * stays in files of its own.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { ...alone, name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 3 },
  { ...alone, name: 'application', tags: ['$initial'], priority: 2 },
  {
    ...alone,
    name: 'widgets',
    test: oneOf(
      /\/features\/widgets\/web\/(frame|states|values)\//,
      /\/features\/widgets\/web\/kinds\/(?!.*(-editor\.|\/texts\/))/,
      /\/kit\/ui\/(values|panel)\//,
      /\/kit\/ui\/chart\/data\/(device-gaps|gaps|segments|spans|ticks|value-range)/,
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
      /\/features\/history\/web\/(report|tree|notes|image|query-site|compare\/(?!compare-day))/,
      /\/features\/history\/contract\/(report-data|in-hours)/,
      /\/kit\/ui\/chart\/(overview|plot|spans|state-chart|time-chart|chart-table)/,
      /\/kit\/ui\/chart\/data\/(comparison|flagged|line|model|pixel-line|series)/,
      /\/kit\/ui\/chart\/data\/(state-stretches|summary)/,
      /\/kit\/model\/pixel-column/,
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
      /\/kit\/model\/(?!spreadsheet-text|shifts|browser-name)/,
      ofContracts,
      /\/apps\/web\/catalogues\/join/,
      /\/node_modules\/zod\//,
    ),
    minShareCount: 2,
  },
]
