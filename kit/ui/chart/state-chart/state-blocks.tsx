import type { Segment } from '../data/segments.ts'
import { shortened } from '../image/svg.ts'
import type { StateStyle } from './state-style.ts'

interface StateBlocksProps {
  readonly segments: readonly Segment[]
  readonly height: number
  /** The pixel of a time. */
  readonly x: (time: number) => number
  readonly styleOf: (state: string | null) => StateStyle
}

/** One block a state, in its colour, with its word where it fits. */
export function StateBlocks({ segments, height, x, styleOf }: StateBlocksProps) {
  return mergedForPixels(segments, x).map(({ from, to, state }) => (
    <StateBlock
      key={from}
      left={x(from)}
      width={x(to) - x(from)}
      height={height}
      style={styleOf(state)}
    />
  ))
}

interface StateBlockProps {
  readonly left: number
  readonly width: number
  readonly height: number
  readonly style: StateStyle
}

function StateBlock(props: StateBlockProps) {
  return props.style.isText ? <TextBlock {...props} /> : <ColourBlock {...props} />
}

/** Texts have no colours: a pixel of ground divides one from the next. */
function TextBlock({ left, width, height, style }: StateBlockProps) {
  const fitting = shortened(style.word, width - 9, 11)
  return (
    <g>
      <title>{style.word}</title>
      <rect
        x={left}
        width={Math.max(0.5, width - 1)}
        height={height}
        style={{ fill: style.colour }}
      />
      {fitting !== '' && (
        <text x={left + 4} y={height / 2 + 4} className="word">
          {fitting}
        </text>
      )}
    </g>
  )
}

function ColourBlock({ left, width, height, style }: StateBlockProps) {
  const room = Math.floor((width - 12) / 6.5)
  return (
    <>
      <rect x={left} width={Math.max(0.5, width)} height={height} style={{ fill: style.colour }} />
      {room >= style.word.length && (
        <>
          <rect
            x={left + 4}
            y={height / 2 - 9}
            width={style.word.length * 6.6 + 8}
            height={18}
            rx={2}
            className="plate"
          />
          <text x={left + 8} y={height / 2 + 4} className="word">
            {style.word}
          </text>
        </>
      )}
    </>
  )
}

/**
 * Segments narrower than half a pixel give way to their neighbours, so that no timeline has more
 * blocks than pixels.
 */
function mergedForPixels(segments: readonly Segment[], x: (time: number) => number): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments) {
    const before = merged.at(-1)
    const isNarrow = x(segment.to) - x(segment.from) < 0.5
    if (
      before &&
      (before.state === segment.state || isNarrow) &&
      x(segment.from) - x(before.to) < 0.5
    ) {
      merged[merged.length - 1] = { ...before, to: segment.to }
    } else if (x(segment.to) > x(segment.from)) {
      merged.push(segment)
    }
  }
  return merged
}
