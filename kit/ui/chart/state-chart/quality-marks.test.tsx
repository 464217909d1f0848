import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { QualityMarks } from './quality-marks.tsx'

it('CH13 a timeline is hatched where it was bad and dotted where it was uncertain', () => {
  const qualitySpans = { bad: [{ from: 5, to: 5 }], uncertain: [{ from: 20, to: 50 }] }
  const drawn = renderToStaticMarkup(
    <svg>
      <QualityMarks qualitySpans={qualitySpans} height={56} x={(time) => time} />
    </svg>,
  )
  const [, hatching = ''] = /<pattern id="([^"]+)"/.exec(drawn) ?? []
  expect(drawn).toContain(
    `<rect x="5" y="40" width="2" height="16" fill="url(#${hatching})"></rect>`,
  )
  expect(drawn).toContain('d="M20 53h30" stroke-width="3" stroke-dasharray="3 3"')
})
