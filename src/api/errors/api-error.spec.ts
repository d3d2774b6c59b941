import { expectQuick } from '../../../test/support/processor-time';
import { withFurther } from './api-error';

const errorAt = (path: string) => ({ path, message: 'is wrong' });

it('joins the errors of what is wrong in itself with those of what is right in itself', () => {
  const errors = ['a', 'b.0', 'c.d'].map(errorAt);
  const further = ['a', 'a.x', 'ab', 'b', 'b.0.y.z', 'b.1', 'c', 'c.d', ''].map(errorAt);
  const joined = withFurther(errors, further).map(({ path }) => path);
  expect(joined).toEqual(['a', 'b.0', 'c.d', 'ab', 'b', 'b.1', 'c', '']);
});

it('does not compare each of many errors with all others', async () => {
  const many = Array.from({ length: 25_000 }, (_, index) => errorAt(`form_ids.${index}`));
  await expectQuick(() => expect(withFurther(many, many)).toHaveLength(many.length), 200);
});
