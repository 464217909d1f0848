import { textWidth } from '#kit/model/text/text-width.ts'
import {
  colourOf,
  comparedDash,
  imageSize,
  maximumTimelineName,
  type ChartImage,
  type ImageStyle,
} from './chart-image.ts'
import { curves, limits, spanBox, timeAxis, valueAxes, scaleX, type Box } from './plot-parts.ts'
import { timeline, timelineHeight } from './timeline-part.ts'
import { svg, wrapped, type SvgPart } from './svg.ts'

const { width, margin: side, text: size } = imageSize
const plotHeight = 440

/** A picture as a self-contained document. */
export interface SvgDocument {
  readonly text: string
  readonly width: number
  readonly height: number
}

/**
 * Writes a chart as self-contained SVG: title, period, axes, what is drawn, legend, annotations
 * and when it was made, on ground of its own. Nothing in it is markup but what this module writes.
 */
export function svgDocument(image: ChartImage, style: ImageStyle): SvgDocument {
  const parts: SvgPart[] = []
  let top = header(image, style, parts)
  const box = plotBox(image, top)
  if (image.curves.length > 0) parts.push(...plot(image, box, style))
  top = image.curves.length > 0 ? box.top + box.height + 12 : top + 24
  for (const each of image.timelines) {
    parts.push(...timeline(each, image, { ...box, top, height: timelineHeight }, style))
    top += timelineHeight + 8
  }
  const axisBox = { ...box, top: top - 8, height: 0 }
  parts.push(...timeAxis(image, axisBox, style))
  top = footer(image, style, parts, top + 40)
  const ground = svg('rect', { width, height: top, fill: style.token('--surface') })
  const head = {
    ...{ xmlns: 'http://www.w3.org/2000/svg', width, height: top, viewBox: `0 0 ${width} ${top}` },
    ...{ 'font-family': style.fontFamily, 'font-size': size, role: 'img' },
  }
  const document = svg('svg', head, svg('title', {}, image.title), hatch(style), ground, ...parts)
  return { text: document.text, width, height: top }
}

/** Patterns of time without readings, and of bad ones. */
function hatch(style: ImageStyle): SvgPart {
  const pattern = (id: string, colour: string, angle: number) =>
    svg(
      'pattern',
      {
        ...{ id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
        patternTransform: `rotate(${angle})`,
      },
      svg('rect', { width: 1.2, height: 6, fill: colour }),
    )
  return svg(
    'defs',
    {},
    pattern('gap', style.token('--offline-hatch'), 45),
    pattern('bad', style.token('--bad-ink'), -45),
  )
}

function header({ title, lines }: ChartImage, style: ImageStyle, parts: SvgPart[]): number {
  let y = 40
  for (const line of wrapped(title, 20, width - 2 * side)) {
    const attributes = { 'font-size': 20, 'font-weight': 600, fill: style.token('--ink-1') }
    parts.push(svg('text', { x: side, y, ...attributes }, line))
    y += 26
  }
  for (const line of lines.flatMap((each) => wrapped(each, 13, width - 2 * side))) {
    parts.push(svg('text', { x: side, y, 'font-size': 13, fill: style.token('--ink-2') }, line))
    y += 19
  }
  return y
}

/** The plotting area, with room for what is beside it. */
function plotBox({ limits: all, timelines, curves: drawn, axes }: ChartImage, top: number): Box {
  const names = drawn.length === 1 ? all.map(({ text }) => textWidth(text, size)) : []
  const timelineNames = timelines.map(({ name }) =>
    Math.min(maximumTimelineName, textWidth(name, size)),
  )
  const left = side + Math.max(44, ...timelineNames)
  const right = side + Math.max(axes[1] ? 56 : 8, ...names)
  return { left, top: top + 44, width: width - left - right, height: plotHeight }
}

function plot(image: ChartImage, box: Box, style: ImageStyle): SvgPart[] {
  const { range, spans, gaps } = image
  const ofOne = image.curves.length === 1 ? image.curves[0] : undefined
  const clip = svg('clipPath', { id: 'plot' }, svg('rect', areaOf(box)))
  const inside = svg(
    'g',
    { 'clip-path': 'url(#plot)' },
    ...gaps.flatMap((each) => spanBox(each, range, box, 'url(#gap)')),
    ...(ofOne?.bad ?? []).flatMap((each) => spanBox(each, range, box, 'url(#bad)')),
    ...spans.flatMap((each) =>
      spanBox(
        each,
        range,
        box,
        colourOf(style, `var(${each.colour})`),
        each.to > each.from ? (each.isHollow ? 0.04 : 0.12) : 1,
      ),
    ),
    ...curves(image, box, style),
  )
  return [
    clip,
    ...valueAxes(image, box, style),
    inside,
    ...limits(image, box, style),
    ...marks(image, box, style),
  ]
}

const areaOf = ({ left: x, top: y, ...rest }: Box) => ({ x, y, ...rest })

/** The numbers of what is marked, over the plot. */
function marks({ spans, range }: ChartImage, box: Box, style: ImageStyle): SvgPart[] {
  const x = scaleX(range, box)
  return spans
    .filter(({ from, to }) => to >= range.from && from <= range.to)
    .map(({ from, sign }) =>
      svg(
        'text',
        {
          ...{ x: x(Math.max(from, range.from)) + 4, y: box.top - 8 },
          ...{ 'font-weight': 600, fill: style.token('--ink-1') },
        },
        sign,
      ),
    )
}

/** So many marks are explained under a picture; of more it is shown how many there are. */
const maximumMarked = 40

/** Legend, what is marked, and when the picture was made. The height of all. */
function footer(image: ChartImage, style: ImageStyle, parts: SvgPart[], begin: number): number {
  const ink = style.token('--ink-2')
  let y = legend(image, style, parts, begin)
  const marked = image.spans.map(({ label }) => label)
  const more = marked.length > maximumMarked ? [`… +${marked.length - maximumMarked}`] : []
  for (const label of [...marked.slice(0, maximumMarked), ...more])
    for (const line of wrapped(label, size, width - 2 * side)) {
      parts.push(svg('text', { x: side, y, fill: ink }, line))
      y += 18
    }
  y += 10
  parts.push(
    svg('text', { x: side, y, 'font-size': 11, fill: style.token('--ink-3') }, image.footer),
  )
  return y + 20
}

interface LegendEntry {
  readonly name: string
  readonly colour: string
  readonly dash: readonly number[]
  /** A pattern in place of a line. */
  readonly pattern?: string
}

function legendOf(image: ChartImage): LegendEntry[] {
  const { curves: all, comparedName, gaps, range } = image
  const isShown = ({ from, to }: { from: number; to: number }) => to > range.from && from < range.to
  const has = (kind: 'bad' | 'uncertain') => all.some((curve) => curve[kind].some(isShown))
  const plain = { colour: 'var(--ink-2)', dash: [] }
  return [
    ...all.map(({ name, colour, dash }) => ({ name, colour, dash })),
    ...(comparedName === null ? [] : [{ ...plain, name: comparedName, dash: comparedDash }]),
    ...(gaps.some(isShown) ? [{ ...plain, name: image.gapName, pattern: 'gap' }] : []),
    ...(has('bad') ? [{ ...plain, name: image.badName, pattern: 'bad' }] : []),
    ...(has('uncertain') ? [{ ...plain, name: image.uncertainName, dash: [1.5, 3.5] }] : []),
  ]
}

function legend(image: ChartImage, style: ImageStyle, parts: SvgPart[], begin: number): number {
  const entries = legendOf(image)
  if (entries.length === 0) return begin
  let [x, y] = [side, begin]
  for (const { name, colour, dash, pattern } of entries) {
    const room = 34 + textWidth(name, size) + 24
    if (x > side && x + room > width - side) [x, y] = [side, y + 20]
    parts.push(
      pattern === undefined
        ? svg('path', {
            d: `M${x} ${y - 4}h26`,
            ...{ stroke: colourOf(style, colour), 'stroke-width': 2 },
            'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
          })
        : svg('rect', {
            ...{ x, y: y - 11, width: 26, height: 12, fill: `url(#${pattern})` },
            stroke: style.token('--chart-axis'),
          }),
      svg('text', { x: x + 34, y, fill: style.token('--ink-1') }, name),
    )
    x += room
  }
  return y + 26
}
