import type { MachineState } from './machine-schedule.ts'
import type { Signal } from './signal.ts'
import type { StateMeaning } from '#kit/model/sensor.ts'

const lampCodes = {
  off: 0,
  running: 1,
  waiting: 2,
  fault: 3,
  setup: 4,
  cleaning: 5,
  heating: 6,
} satisfies Record<MachineState, number>

/** The code that a machine's lamp reports, as a number. */
export const lampOf = (machine: string): Signal => ({ kind: 'state', machine, codes: lampCodes })

/** What the codes of `lampOf` mean. */
export const lampMeanings: Readonly<Record<string, StateMeaning>> = {
  0: { colour: 'grey', word: 'Off' },
  1: { colour: 'green', word: 'Running' },
  2: { colour: 'yellow', word: 'Waiting' },
  3: { colour: 'red', word: 'Fault' },
  4: { colour: 'white', word: 'Set-up' },
  5: { colour: 'blue', word: 'Cleaning' },
  6: { colour: 'yellow', word: 'Heat-up' },
}

/** 1 while the machine runs, else 0. */
export const whileRunning = (machine: string): Signal => ({
  kind: 'state',
  machine,
  codes: { off: 0, heating: 0, running: 1, waiting: 0, setup: 0, fault: 0, cleaning: 0 },
})

/** 1 during a fault, else 0. */
export const whileFault = (machine: string): Signal => ({
  kind: 'state',
  machine,
  codes: { off: 0, heating: 0, running: 0, waiting: 0, setup: 0, fault: 1, cleaning: 0 },
})

const noFault = 'No fault'

/** The fault of a machine in words with its code, or "No fault". */
export const faultOf = (machine: string): Signal => ({
  kind: 'note',
  machine,
  words: {
    off: noFault,
    heating: noFault,
    running: noFault,
    waiting: noFault,
    setup: noFault,
    cleaning: noFault,
  },
})
