import { createContext, useContext } from 'react'

/** Apart from the hub, so that what is loaded before the sign-in does not carry it. */
export const ShownMomentContext = createContext<number | null | undefined>(null)

/**
 * The moment (ms UTC) at which this part of the page stands; null: the present, undefined: the past
 * moves, so that nothing is to be asked for that another moment replaces at once.
 */
export const useShownMoment = (): number | null | undefined => useContext(ShownMomentContext)
