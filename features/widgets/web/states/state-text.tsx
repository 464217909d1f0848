import { trendWindowMs } from '#kit/web/live/index.ts'
import { StateStrip } from '#kit/ui/values/state-strip.tsx'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import type { Words } from '../values/words.ts'

/** The word of a state, since when, and (where there is room) the strip of its recent past. */
export function StateText({ size, words }: { readonly size: WidgetSize; readonly words: Words }) {
  return (
    <div className="state-text">
      <div className="state-word" data-part="word" />
      <div className="state-since" data-part="since" />
      {size === 'small' ? null : (
        <>
          <div className="state-window">{words.recent(words.format.age(trendWindowMs))}</div>
          <StateStrip />
        </>
      )}
    </div>
  )
}
