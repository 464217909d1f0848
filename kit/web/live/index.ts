export { hub as liveHub } from './browser-hub.ts'
export { useHub, HubProvider } from './hub-context.ts'
export type { LiveHub } from './live-hub.ts'
export {
  useCatalogueChanges,
  useConnection,
  useHeartbeat,
  useLiveNode,
  useLiveNodes,
  useWatch,
} from './hooks.ts'
export { useBoardChanges } from './use-board-changes.ts'
export type { Followed } from './topic.ts'
export { isStale } from './values/freshness.ts'
export type { CatalogueUpdate, LiveValue } from './values/live-state.ts'
export type { CatalogueDifference } from '#kit/model/live/messages.ts'
export { trendSlotMs, trendWindowMs } from './values/sensor-trends.ts'
export type { Span, Trend } from './values/trend.ts'
