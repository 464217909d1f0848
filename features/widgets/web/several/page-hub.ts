import { liveHub, type LiveHub } from '#kit/web/live/index.ts'

/** Whether a hub says what is so now, and not what a recording has of another moment. */
export const isPresentHub = (hub: LiveHub): boolean => hub === liveHub
