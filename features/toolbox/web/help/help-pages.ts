/** Which page of the guide is about which screens; the first that fits counts. */
const table: readonly (readonly [screens: RegExp, page: string])[] = [
  [/^\/(warroomDashboard)?$/, 'war-room'],
  [/^\/warroomCharts$/, 'charts'],
  [/^\/(warroomCharts\/export-excel|zip\/download|pdf(\/download)?)$/, 'exports'],
  [/^\/warroomCharts\/import$/, 'import'],
  [/^\/sensoralarm\/alarmlist$/, 'alarms'],
  [/^\/sensoralarm\/rules$/, 'alarm-rules'],
  [/^\/sensoralarm\/handover$/, 'handover'],
  [/^\/sensoralarm(\/alarmnum)?$/, 'alarm-analysis'],
  [/^\/(warroomIndex|boards)(\/|$)/, 'home-pages'],
  [/^\/cognito(\/|$)/, 'devices'],
  [/^\/(scada(\/|$)|clipboard$)/, 'configuration'],
  [/^\/(articles(\/|$)|administrator\/([^/]+\/)?articles(\/|$))/, 'articles'],
  [/^\/administrator\/notifications$/, 'notifications'],
  [/^\/administrator\/retention$/, 'retention'],
  [/^\/administrator\/errors$/, 'error-log'],
  [/^\/administrator(\/|$)/, 'administration'],
  [/^\/profile(\/|$)/, 'account'],
  [/^\/theme(\/|$)/, 'appearance'],
  [/^\/i18n$/, 'translations'],
  [/^\/(documentation|guide)(\/|$)/, 'first-steps'],
]

/** The page of the guide about the screen at a path; undefined where none is. */
export function helpPageOf(path: string): string | undefined {
  return table.find(([screens]) => screens.test(path))?.[1]
}

/** What is shown where no page is about the screen. */
export const firstPage = 'first-steps'
