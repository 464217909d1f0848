import { expect, it } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { trendData } from './trend-data.ts'

it('WD26 the sparkline of a value has what was bad, up to the next good reading', () => {
  const trend = createTrend(1_000, 900)
  trend.push(viewNow - 60_000, 1)
  trend.pushBad(viewNow - 50_000)
  trend.pushBad(viewNow - 40_000)
  trend.push(viewNow - 30_000, 2)
  trend.pushBad(viewNow)
  const reading = { quality: 2 as const, time: viewNow }
  expect(trendData(testView({ reading }), trend)).toMatchObject({
    bad: [
      { from: viewNow - 50_000, to: viewNow - 30_000 },
      { from: viewNow, to: viewNow },
    ],
    isStale: true,
  })
})
