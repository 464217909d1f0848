export { hub } from './browser-hub.ts'
export {
  useCatalogueChanges,
  useConnection,
  useLiveNode,
  usePulse,
  useWatch,
  type Mounted,
} from './hooks.ts'
export { ageOf, conditionOf, isStale, type Condition } from './freshness.ts'
export type { CatalogueNews, LiveValue } from './store.ts'
export type { CatalogueDifference } from '#kit/model/live/messages.ts'
export { trendSlotMs, trendWindowMs } from './store.ts'
export type { Trend } from './trend.ts'
