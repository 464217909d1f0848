/** Path of the screen to which the empty path leads. */
export const homeScreen = '/warroomDashboard'
