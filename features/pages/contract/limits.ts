/** Limits of a page or a dashboard that people build. */

export const pageColumns = 12
export const maximumRows = 1_000
/** Below this no part can end that begins in one of these rows. */
export const maximumBottom = 2 * maximumRows
export const maximumNameLength = 80
export const maximumAreas = 100
export const maximumWidgetsOfArea = 500
/** Of a page with all its areas, and of a dashboard. */
export const maximumWidgetsOfPage = 2_000
/** Sensors that one widget shows together: as many as a kind offers (`maximumSensors`). */
export const maximumSensorsOfWidget = 500
/** Different sensors of a page or a dashboard. */
export const maximumSensorsOfPage = 2_000
/** Options of one widget. */
export const maximumOptions = 40
/** Pages of one person, and their dashboards, the bin left out. */
export const maximumPages = 100
/** Boards in one order: who took over those of others may have more than that. */
export const maximumOrdered = 10_000
/** People and roles with whom one board is shared. */
export const maximumShares = 100
/** Kiosk links to one board, those that ended lately among them. */
export const maximumKioskLinks = 50
export const maximumKioskDays = 3_650
/** Versions of a page that stay stored. */
export const storedVersions = 100
/** How long a deleted page can be taken back. */
export const binDays = 30
