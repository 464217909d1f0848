import { guidance } from '../../../contract/analysis/guidance.ts'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'

/** A figure beside what the guidance says of it. */
export interface GuidedFigure {
  readonly name: 'meanRate' | 'busiest' | 'floods' | 'topTen' | 'chattering' | 'stale'
  readonly value: number
  readonly guide: number
  readonly unit: 'count' | 'rate' | 'share'
  readonly isWithin: boolean
}

const topCount = 10

/** Alarms of the ten most frequent sources; 0 to 1 of all. */
export function topShare({ count, sources }: Pick<AlarmAnalysis, 'count' | 'sources'>): number {
  const top = sources.listed.slice(0, topCount).reduce((sum, each) => sum + each.count, 0)
  return count === 0 ? 0 : top / count
}

/** The figures of an analysis that the guidance has a limit for. */
export function guidedFigures(analysis: AlarmAnalysis): readonly GuidedFigure[] {
  const { rate, chattering, stale } = analysis
  const most = (rate.busiest?.count ?? 0) / rate.operators
  const floodShare = rate.windows === 0 ? 0 : rate.floods / rate.windows
  const share = topShare(analysis)
  const figure = (
    name: GuidedFigure['name'],
    unit: GuidedFigure['unit'],
    [value, guide]: readonly [number, number],
    isWithin: boolean,
  ): GuidedFigure => ({ name, unit, value, guide, isWithin })
  const { meanRate, floodFrom, floodShare: ofTime, topTenShare } = guidance
  return [
    figure('meanRate', 'rate', [rate.mean, meanRate], rate.mean <= meanRate),
    figure('busiest', 'rate', [most, floodFrom], most < floodFrom),
    figure('floods', 'share', [floodShare, ofTime], floodShare < ofTime),
    figure('topTen', 'share', [share, topTenShare], share <= topTenShare),
    figure(
      'chattering',
      'count',
      [chattering.total, guidance.chattering],
      chattering.total <= guidance.chattering,
    ),
    figure('stale', 'count', [stale.total, guidance.stale], stale.total < guidance.stale),
  ]
}

/** Shares of priority 1, 2 and 3, and whether each is near that of the guidance. */
export function priorityShares({ count, priorities }: AlarmAnalysis) {
  return priorities.map((each, index) => {
    const share = count === 0 ? 0 : each.count / count
    const guide = guidance.priorityShares[index] ?? 0
    // Shares are whole divisions; a half of a thousandth is no difference.
    const isNear = Math.abs(share - guide) <= guidance.priorityTolerance + 0.0005
    return { share, guide, isNear }
  })
}

/** Where a value is on a rail whose guide is in its middle; 0 to 1. */
export function placeOnRail({ value, guide }: Pick<GuidedFigure, 'value' | 'guide'>): number {
  return guide === 0 ? Math.min(1, value / 5) : Math.min(1, value / (2 * guide))
}
