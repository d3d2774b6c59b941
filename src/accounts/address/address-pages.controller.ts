import { Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { type Config, CONFIG } from '../../platform/config/config';
import { htmlTemplates } from '../../platform/templates/file-templates';
import { publicPath } from '../../platform/text/text.rules';
import { AccountAddressService } from './account-address.service';
import { ADDRESS_LINK_PATH } from './address-link';

/** The page to which the mail leads. Programs of mail servers open links as well, so a button confirms the address. */
@ApiExcludeController()
@Controller('account-email')
export class AddressPagesController {
  constructor(
    private readonly addresses: AccountAddressService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  @Get(':token')
  @PublicRoute()
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const opened = await this.addresses.open(token);
    if (!opened) return this.send(response, ENDED);
    const { change, account, isDone } = opened;
    if (isDone) return this.send(response, doneOf(change.email));
    const action = publicPath(this.config.baseUrl, `${ADDRESS_LINK_PATH}/${token}`);
    this.send(response, { title: 'Confirm this address', text: questionOf(change.email, account.name), action });
  }

  @Post(':token')
  @PublicRoute()
  async confirm(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const opened = await this.addresses.open(token);
    const isDone = opened !== null && (opened.isDone || (await this.addresses.confirm(opened.change)));
    this.send(response, isDone ? doneOf(opened.change.email) : ENDED);
  }

  private send(response: Response, page: AddressPage): void {
    response.status(page === ENDED ? 410 : 200);
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' });
    const view = { action: null, ...page, styleSheet: publicPath(this.config.baseUrl, '/f/style.css') };
    response.type('html').end(templates.render('address-page', view));
  }
}

interface AddressPage {
  title: string;
  text: string;
  action?: string;
}

const questionOf = (email: string, account: string): string =>
  `Mails about the forms of the account "${account}" will be sent to ${email}. They can contain what visitors have sent.`;

const doneOf = (email: string): AddressPage => ({
  title: 'The address is confirmed',
  text: `Mails about forms that name no recipients are sent to ${email} from now on. You can close this page.`,
});

const ENDED: AddressPage = {
  title: 'This link has ended',
  text: 'A link confirms an address within an hour, until the address is changed again. Ask for another one under "Account" in the console.',
};

const templates = htmlTemplates(__dirname);

const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
