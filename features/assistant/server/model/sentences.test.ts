import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isClean, SentenceSplitter } from './sentences.ts'

const text =
  '- **Boiler 1** is at 5.23 bar. [E1] It rose\u200b by 0.4 bar since 14:30 [E1, E2]. ' +
  'The valve is unknown. [?]\nDone! 一切正常。[E3]另一句。'

test('QA12 sentences come with their evidence, however the text is cut into pieces', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: text.length }), { maxLength: 30 })
  fc.assert(
    fc.property(cuts, (places) => {
      const splitter = new SentenceSplitter('en')
      const ends = [...new Set([...places, text.length])].toSorted((one, other) => one - other)
      const pieces = ends.map((end, place) => text.slice(ends[place - 1] ?? 0, end))
      const found = [...pieces.flatMap((piece) => splitter.add(piece)), ...splitter.end()]
      expect(found.map((each) => [each.text, each.cited.join(), each.isUnknown])).toEqual([
        ['Boiler 1 is at 5.23 bar.', 'E1', false],
        ['It rose by 0.4 bar since 14:30.', 'E1,E2', false],
        ['The valve is unknown.', '', true],
        ['Done!', '', false],
        ['一切正常。', 'E3', false],
        ['另一句。', '', false],
      ])
    }),
  )
})

test.each([
  ...['See https://evil.example/?q=1', '![x](//evil.example/a.png)', '[open](evil)', 'www.evil'],
  ...['<img src=x>', '</p>', 'javascript:alert(1)', 'evil.com', 'a.evil/b', 'mail a@evil.example'],
  ...[
    '&lt;b&gt;',
    'ｈｔｔｐs://x',
    'data:text/html,x',
    'evil。com/x'.replace('。', '.'),
    '<!-- x -->',
  ],
])('QA12 addresses, links and markup are no answer: %s', (bad) => {
  expect(isClean(bad)).toBe(false)
})

test('QA12 ordinary sentences are clean', () => {
  for (const good of ['5.2 bar < 8 bar, i.e. fine.', 'Boiler 1: 5 > 3 & rising.', 'вкл. насос'])
    expect(isClean(good), good).toBe(true)
})
