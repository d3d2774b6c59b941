import type { Caller } from '../auth/caller';
import type { OperationMetadata } from './operation.types';
import { Precondition, type ResourceIds, ResourceResolver } from './resource-resolver';
import { checkResourceParameters, CurrentCaller, LockedResource, Resource } from './request-context';

interface Book {
  id: string;
  title: string;
}

class BookResolver extends ResourceResolver<Book> {
  find(): Promise<Book | null> {
    return Promise.resolve(null);
  }

  idsOf({ id }: Book): ResourceIds {
    return { formId: id, resourceId: null };
  }
}

class LoanPrecondition extends Precondition<{ until: Date }> {
  lock(): Promise<{ until: Date } | null> {
    return Promise.resolve(null);
  }

  etagOf(): string {
    return '""';
  }
}

/** "npm run check" checks these: each expected error must be one, and everything else must compile. */
class BooksController {
  whole(@Resource(BookResolver) book: Book): string {
    return book.title;
  }

  part(@Resource(BookResolver) { title }: Pick<Book, 'title'>): string {
    return title;
  }

  further(id: string, @CurrentCaller() _: Caller, @LockedResource(LoanPrecondition) loan: { until: Date }): string {
    return id + loan.until.toISOString();
  }

  // @ts-expect-error -- a book has no author
  unknownMember(@Resource(BookResolver) book: Book & { author: string }): string {
    return book.author;
  }

  // @ts-expect-error -- the title is a text
  otherType(@Resource(BookResolver) { title }: { title: number }): number {
    return title;
  }

  // @ts-expect-error -- what is locked is a loan
  foundForLocked(@LockedResource(LoanPrecondition) book: Book): string {
    return book.title;
  }

  // @ts-expect-error -- the caller is no text
  caller(@CurrentCaller() caller: string): string {
    return caller;
  }
}

describe('checkResourceParameters', () => {
  const operation: OperationMetadata = { operationId: 'x', summary: '', bucket: 'read', reply: { type: null } };

  it('accepts parameters whose resolver and precondition the operation declares', () => {
    checkResourceParameters(BooksController, 'whole', { ...operation, resource: BookResolver });
    checkResourceParameters(BooksController, 'further', { ...operation, ifMatch: LoanPrecondition });
  });

  it('refuses a parameter whose resolver the operation does not declare', () => {
    expect(() => checkResourceParameters(BooksController, 'whole', operation)).toThrow(
      'BooksController.whole has a parameter of BookResolver, which its operation does not declare as "resource".',
    );
  });

  it('refuses a parameter whose precondition the operation does not declare', () => {
    const other = { ...operation, resource: BookResolver };
    expect(() => checkResourceParameters(BooksController, 'further', other)).toThrow('LoanPrecondition');
  });
});
