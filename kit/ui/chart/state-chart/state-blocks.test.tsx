import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StateBlocks } from './state-blocks.tsx'

const drawn = (isText: boolean) =>
  renderToStaticMarkup(
    <svg>
      <StateBlocks
        segments={[
          { from: 0, to: 100, state: 'A short one' },
          { from: 100, to: 150, state: 'One that is too long' },
          { from: 150, to: 160, state: 'B' },
        ]}
        height={20}
        x={(time) => time}
        styleOf={(state) => ({ colour: 'grey', word: state ?? '', ...(isText && { isText }) })}
      />
    </svg>,
  )

it('CH14 texts beside each other are divided, and shortened where they do not fit', () => {
  const texts = drawn(true)
  expect([...texts.matchAll(/<rect x="(\d+)" width="([\d.]+)"/g)].map(([, ...at]) => at)).toEqual([
    ['0', '99'],
    ['100', '49'],
    ['150', '9'],
  ])
  expect([...texts.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    ...['A short one', 'One that is too long', 'B'],
  ])
  expect([...texts.matchAll(/<text .*?>(.*?)<\/text>/g)].map(([, word]) => word)).toEqual([
    ...['A short one', 'One…'],
  ])
  expect(texts).not.toContain('plate')
})

it('CH14 states of one colour each are joined, with their words on plates where these fit', () => {
  const states = drawn(false)
  expect(states).toContain('<rect x="100" width="50"')
  expect([...states.matchAll(/<text .*?>(.*?)<\/text>/g)].map(([, word]) => word)).toEqual([
    'A short one',
  ])
  expect(states).toContain('plate')
})
