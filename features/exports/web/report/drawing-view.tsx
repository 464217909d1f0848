import type { Drawing, Mark } from '../../contract/report/document.ts'

/** A drawing as vectors: it is as sharp on paper as on the screen. */
export function DrawingView({ drawing }: { readonly drawing: Drawing }) {
  const { width, height, marks, text } = drawing
  return (
    <svg className="report-drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text}>
      {marks.map((mark, index) => (
        // Marks have nothing of their own that distinguishes one from another.
        // oxlint-disable-next-line react/no-array-index-key
        <MarkView key={index} mark={mark} />
      ))}
    </svg>
  )
}

function MarkView({ mark }: { readonly mark: Mark }) {
  if (mark.kind === 'box') {
    const { x, y, width, height, tone } = mark
    return <rect className="report-fill" data-tone={tone} {...{ x, y, width, height }} />
  }
  if (mark.kind === 'text') {
    const { x, y, text, anchor, tone } = mark
    return (
      <text className="report-fill" data-tone={tone} x={x} y={y} textAnchor={anchor}>
        {text}
      </text>
    )
  }
  const { d, tone, width, dash } = mark
  return (
    <path
      className="report-stroke"
      data-tone={tone}
      d={d}
      strokeWidth={width}
      strokeDasharray={dash?.join(' ')}
    />
  )
}
