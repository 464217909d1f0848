import { useMemo } from 'react'
import type { Board } from '../../contract/board.ts'
import { finder, type FindSensor } from '../calls/use-sensors.ts'

/** Finds the sensors that a board came with; those that are closed or gone are null. */
export function useBoardSensors({ sensors }: Pick<Board, 'sensors'>): FindSensor {
  return useMemo(() => finder(sensors.flatMap(({ sensor }) => (sensor ? [sensor] : []))), [sensors])
}
