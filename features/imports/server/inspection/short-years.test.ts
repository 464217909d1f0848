import { describe, expect, test } from 'vitest'
import { fileOf } from '#testing/made-files.ts'
import { inspect } from './inspect.ts'

const proposalOf = async (...times: readonly string[]) => {
  const rows = times.map((time) => `${time};1\n`).join('')
  const { tables } = await inspect(fileOf(`time;v\n${rows}`), {})
  return tables[0]?.proposal
}

describe('IM25 dates with years of two digits', () => {
  test.each([
    ['day-first', ['30.12.25 10:00', '31.12.25 10:00']],
    ['month-first', ['12/30/25 10:00 AM', '12/31/25 10:00 PM']],
    ['iso', ['99-12-31 10:00', '99-12-31 11:00']],
    // Which number is the year nobody can see.
    [null, ['30/12/25 10:00', '31/12/25 10:00']],
    [null, ['24/12/05 10:00', '24/12/06 10:00']],
    [null, ['03/04/05', '04/05/06']],
  ] as const)('are %s: %j', async (timeFormat, times) => {
    expect(await proposalOf(...times)).toMatchObject({
      ...{ timeColumn: 0, timeFormat, hasShortYears: true, shape: 'wide' },
    })
  })

  test('others have none', async () => {
    expect(await proposalOf('31.12.2025', '01.01.2026')).toMatchObject({ hasShortYears: false })
    expect(await proposalOf('1775226615', '1775226616')).toMatchObject({ hasShortYears: false })
    // Numbers that look like dates of six digits.
    expect(await proposalOf('251231', '260101')).toMatchObject({ timeColumn: null })
  })

  test('one beside years of four digits counts', async () => {
    const proposal = await proposalOf('31.12.2025', '01.01.2026', '02.01.26')
    expect(proposal).toMatchObject({ timeFormat: 'day-first', hasShortYears: true })
  })
})
