import { Injectable } from '@nestjs/common';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { type FormDay, FormDaysRepository } from './form-days.repository';

@Injectable()
export class FormDaysService {
  constructor(private readonly days: FormDaysRepository) {}

  /** Returns the last days, oldest first; days without submissions have zeros. */
  last(formId: string, days: number): Promise<FormDay[]> {
    return this.days.last(formId, days);
  }

  @PeriodicTask({ name: 'sweep of old days', processes: 'worker', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.days.sweep();
  }
}
