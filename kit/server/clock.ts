/** The present, in ms UTC. Passed in wherever time decides, so that tests can hold it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
