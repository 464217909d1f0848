import { expect, test } from 'vitest'
import { withoutRules } from './antd-rules.ts'

test('WE82 what makes rules is left out of the application, what names values stays', () => {
  const code = `const line = token => ({ color: token.colour });
export const useLine = genStyleHooks('Line', token => [line(token)], prepareLine, { order: 1 });
const useBlock = genComponentStyleHook('Block', line);
export default genSubStyleComponent(['Line', 'part'], line);
export const other = makeHooks('Line', line);`
  expect(withoutRules(code)).toBe(`const line = token => ({ color: token.colour });
export const useLine = genStyleHooks('Line', () => [], prepareLine, { order: 1 });
const useBlock = genComponentStyleHook('Block', () => []);
export default genSubStyleComponent(['Line', 'part'], () => []);
export const other = makeHooks('Line', line);`)
})
