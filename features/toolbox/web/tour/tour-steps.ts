/** What a step of the tour is about, and where that is: the first of these that can be seen. */
export const tourSteps = [
  { name: 'menu', targets: ['#main-menu', '.sidebar-toggle'] },
  { name: 'bar', targets: ['.top-bar'] },
  { name: 'ask', targets: ['.top-bar .ask', '.ask-button'] },
  {
    name: 'edit',
    targets: ['.board-bar > .button', '.sidebar-menu a[href="/warroomDashboard"]'],
  },
  {
    name: 'alarms',
    targets: ['.sidebar-menu [href^="/sensoralarm"]', '.sidebar-toggle'],
  },
  { name: 'help', targets: ['.help-button', '.top-bar .menu-button'] },
] as const

export type TourStep = (typeof tourSteps)[number]

/** Where a step points now; null where nothing of it can be seen. */
export function targetOf({ targets }: TourStep): Element | null {
  for (const selector of targets)
    for (const element of document.querySelectorAll(selector))
      if (element.checkVisibility() && element.getBoundingClientRect().width > 0) return element
  return null
}

/** The steps that this person can take here: who may not open something is not led there. */
export const possibleSteps = (): readonly TourStep[] =>
  tourSteps.filter((step) => targetOf(step) !== null)
