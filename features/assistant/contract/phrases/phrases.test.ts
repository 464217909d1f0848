import { expect, test } from 'vitest'
import { english } from './en.ts'
import { withoutFinalStop } from './phrases.ts'
import { russian } from './ru.ts'
import { vietnamese } from './vi.ts'
import { chinese } from './zh-tw.ts'

test('QA2 a sentence about everything begins as sentences do; a name keeps its letters', () => {
  for (const phrases of [english, russian, vietnamese, chinese])
    for (const count of [0, 1, 3]) {
      const named = { about: 'pump', count }
      const all = { about: null, count }
      for (const sentence of [
        phrases.activeCount(all),
        phrases.alarmCount({ ...all, span: '2026-11-22' }),
      ])
        expect(sentence).toMatch(/^[\p{Lu}\p{Script=Han}\d]/u)
      for (const sentence of [
        phrases.activeCount(named),
        phrases.alarmCount({ ...named, span: '2026-11-22' }),
      ])
        expect(sentence).toContain('pump')
    }
})

test('QA2 a list of which a part is left out ends with that alone', () => {
  for (const { deviceSensors } of [english, russian, vietnamese, chinese]) {
    const whole = deviceSensors({ name: 'Pump', count: 2, list: 'Flow, Speed' })
    expect(withoutFinalStop(whole)).toBe(whole)
    const part = deviceSensors({ name: 'Pump', count: 3, list: 'Flow, Speed, …' })
    expect(withoutFinalStop(part)).toMatch(/, …$/)
  }
})
