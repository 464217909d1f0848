import { colourOf, type ChartImage, type ImageTimeline, type ImageStyle } from './chart-image.ts'
import { scaleX, spanBox, type Box } from './plot-parts.ts'
import { svg, textWidth, type SvgPart } from './svg.ts'

export const timelineHeight = 28
const size = 12

/** States over time with their words where these fit, gaps hatched. */
export function timeline(
  { name, blocks, gaps, bad }: ImageTimeline,
  { range, spans }: ChartImage,
  box: Box,
  style: ImageStyle,
): SvgPart[] {
  const x = scaleX(range, box)
  const middle = box.top + box.height / 2 + 4
  const shown = blocks.filter(({ from, to }) => to > range.from && from < range.to)
  const words = shown.flatMap(({ from, to, word }) => {
    const left = x(Math.max(from, range.from))
    const room = x(Math.min(to, range.to)) - left
    const width = textWidth(word, size) + 10
    if (room < width + 6) return []
    const plate = { x: left + 4, y: middle - 13, width, height: 18, rx: 2 }
    return [
      svg('rect', { ...plate, fill: style.token('--surface'), 'fill-opacity': 0.9 }),
      svg('text', { x: left + 9, y: middle, fill: style.token('--ink-1') }, word),
    ]
  })
  const label = { x: box.left - 8, y: middle, 'text-anchor': 'end', fill: style.token('--ink-2') }
  return [
    svg('text', label, shortened(name, 160)),
    ...shown.flatMap((each) => spanBox(each, range, box, colourOf(style, each.colour))),
    ...gaps.flatMap((each) => spanBox(each, range, box, 'url(#gap)')),
    ...bad.flatMap((each) => spanBox(each, range, box, 'url(#bad)')),
    ...words,
    ...spans.map(({ from, colour }) =>
      svg('path', {
        d: `M${x(Math.max(from, range.from)).toFixed(1)} ${box.top - 3}v${box.height + 6}`,
        ...{ stroke: style.token(colour), 'stroke-width': 1.5 },
      }),
    ),
  ]
}

function shortened(text: string, width: number): string {
  if (textWidth(text, size) <= width) return text
  let end = text.length
  while (end > 1 && textWidth(`${text.slice(0, end)}…`, size) > width) end -= 1
  return `${text.slice(0, end)}…`
}
