const dayMs = 86_400_000
export const yearDays = 365
export const width = 1_500
export const sensorCount = 1_000
export const chartedCount = 100

/** What is asked of every store; times in ms UTC. */
export interface Question {
  readonly name: 'Q1' | 'Q2' | 'Q3' | 'Q3y' | 'Q4' | 'Q5'
  readonly text: string
  readonly atMostMs: number
  readonly from: number
  readonly to: number
}

/** The questions up to this moment, ms UTC. */
export function questionsUntil(to: number): readonly Question[] {
  const days = (count: number) => ({ from: to - count * dayMs, to })
  return [
    { name: 'Q1', text: `last values of ${sensorCount} sensors`, atMostMs: 2, ...days(1) },
    { name: 'Q2', text: '24 h, every reading', atMostMs: 12, ...days(1) },
    { name: 'Q3', text: `30 days into ${width} columns`, atMostMs: 35, ...days(30) },
    { name: 'Q3y', text: `a year into ${width} columns`, atMostMs: 150, ...days(yearDays) },
    { name: 'Q4', text: `${chartedCount} sensors, 1 h by minutes`, atMostMs: 8, ...days(1 / 24) },
    { name: 'Q5', text: 'median and p95 of 30 days', atMostMs: 35, ...days(30) },
  ]
}
