import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArticleDocument, isLinkTarget, textOf } from './document.ts'

const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (content: string, href?: unknown) => ({
  ...{ type: 'text', text: content },
  ...(href === undefined ? {} : { marks: [{ type: 'link', attrs: { href } }] }),
})
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const isAccepted = (value: unknown) => ArticleDocument.safeParse(value).success

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https:\\\\evil.example',
  'http://',
  '',
  'x'.repeat(3_000),
])('AC2 a link to %j is refused', (href) => {
  expect(isLinkTarget(href)).toBe(false)
  expect(isAccepted(doc(paragraph(text('here', href))))).toBe(false)
})

test.each([
  'https://example.org/a?b=c#d',
  'http://10.0.0.1/manual.pdf',
  'mailto:shift@example.org',
  'tel:+49 30 1234',
  '/warroomCharts?sensors=1',
])('AC2 a link to %j is accepted', (href) => {
  expect(isAccepted(doc(paragraph(text('here', href))))).toBe(true)
})

test.each([
  ['an element of HTML', doc({ type: 'script', content: [text('alert(1)')] })],
  ['raw HTML', doc({ type: 'html', html: '<img onerror=alert(1) src=x>' })],
  ['a handler', doc({ ...paragraph(text('x')), attrs: { onclick: 'alert(1)' } })],
  ['a style', doc(paragraph({ ...text('x'), marks: [{ type: 'strong', style: 'color:red' }] }))],
  ['a picture of another address', doc({ type: 'image', attrs: { src: 'https://x/1', alt: '' } })],
  ['a picture with a handler', doc({ type: 'image', attrs: { id: 'x" onerror="1', alt: '' } })],
  ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 } })],
  ['a link that is no text', doc(paragraph(text('x', { toString: 'javascript:' })))],
  ['a document in a document', doc(doc(paragraph()))],
  ['no document', 'text'],
  ['nothing in it', doc()],
])('AC2 %s is refused', (_, value) => {
  expect(isAccepted(value)).toBe(false)
})

test('AC2 lists in lists end, however deep they are', () => {
  const nested = (levels: number): unknown => ({
    type: 'bullet_list',
    content: [
      { type: 'list_item', content: [paragraph(), ...(levels > 1 ? [nested(levels - 1)] : [])] },
    ],
  })
  expect(isAccepted(doc(nested(6)))).toBe(true)
  expect(isAccepted(doc(nested(7)))).toBe(false)
  expect(isAccepted(doc(nested(2_000)))).toBe(false)
})

test('AC2 text stays as it is, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (content) => {
      const parsed = ArticleDocument.parse(doc(paragraph(text(content))))
      expect(parsed).toEqual(doc(paragraph(text(content))))
    }),
  )
  const parsed = ArticleDocument.parse(doc(paragraph(text('One')), paragraph(text('<b>two'))))
  expect(textOf(parsed)).toBe('One\n<b>two')
})
