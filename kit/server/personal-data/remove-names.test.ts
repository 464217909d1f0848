import fc from 'fast-check'
import { expect, it } from 'vitest'
import { removeAt } from './remove-at.ts'
import { nameRemover, redacted } from './remove-names.ts'

it('PD2 names go as whole words, addresses in any case, from texts and JSON', () => {
  const remove = nameRemover(['Mark Twain', 'Mark', 'mark@plant.example', '王小明'])
  expect(remove('Mark Twain said: Mark the mark, MARK@Plant.Example.')).toBe(
    `${redacted} said: ${redacted} the mark, ${redacted}.`,
  )
  expect(remove('Marked by Marks')).toBe('Marked by Marks')
  expect(remove('other-mark@plant.example')).toBe('other-mark@plant.example')
  expect(remove('由王小明確認')).toBe(`由${redacted}確認`)
  expect(remove({ by: 'Mark', list: [1, 'so Mark did'], none: null })).toEqual({
    ...{ by: redacted, list: [1, `so ${redacted} did`], none: null },
  })
})

it('PD2 whatever a name is made of, it is gone where it stood, and all else stays', () => {
  const name = fc.string({ minLength: 2, maxLength: 30 }).filter((text) => text.trim() === text)
  fc.assert(
    fc.property(name, (text) => {
      const remove = nameRemover([text])
      expect(remove(text)).toBe(redacted)
      expect(remove({ a: [text] })).toEqual({ a: [redacted] })
      expect(remove('▲▲')).toBe(text === '▲▲' ? redacted : '▲▲')
    }),
  )
})

it('PD2 of a document only the texts at its paths change, and none becomes longer', () => {
  const remove = nameRemover(['Vi', 'vi@plant.example', 'Line', 'kind'])
  const document = {
    ...{ kind: 'line', language: 'vi', Vi: 'Vi', name: 'Ask Vi' },
    list: ['vi@plant.example', 'other@plant.example', 7],
    widgets: [{ kind: 'line', options: { title: 'Vi: how', form: 'line' } }, { options: null }],
  }
  const paths = ['name', 'list.*', 'widgets.*.options.title', 'absent.*.name', 'kind.*', 'list.x']
  expect(removeAt(document, paths, remove)).toEqual({
    ...document,
    name: 'Ask ▇…',
    list: [redacted, 'other@plant.example', 7],
    widgets: [{ kind: 'line', options: { title: '▇▇▇: h…', form: 'line' } }, { options: null }],
  })
  expect(removeAt(null, paths, remove)).toBeNull()
})

it('PD2 a letter with an accent of its own is a letter of the word', () => {
  const remove = nameRemover(['Jose'])
  const accented = 'José'.normalize('NFD')
  expect(accented.startsWith('Jose')).toBe(true)
  expect(remove(`${accented} and Jose`)).toBe(`${accented} and ${redacted}`)
})
