import { createContext } from 'react'

/**
 * Names of devices by LESI ID, where the page brings those of all sensors that it shows; null: they
 * are asked for.
 */
export const DeviceNamesContext = createContext<ReadonlyMap<string, string> | null>(null)
