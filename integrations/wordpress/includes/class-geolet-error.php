<?php
/**
 * What the route answers with when there is no record.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * The only error that the route answers with. Anything else that is thrown is a fault of ours and becomes a plain 500.
 */
final class Geolet_Error extends Exception {
	/**
	 * More headers of the response.
	 *
	 * @var array<string, string>
	 */
	public $headers;

	/**
	 * Whether the service fails for every visitor: then it is asked less.
	 *
	 * @var bool
	 */
	public $is_outage;

	/**
	 * Whether the log has its cause already.
	 *
	 * @var bool
	 */
	public $is_quiet = false;

	/**
	 * What failed, in one word, for Site Health. Empty for what only a visitor can do wrong.
	 *
	 * @var string
	 */
	public $kind = '';

	/**
	 * What the owner may read of the cause, and no visitor.
	 *
	 * @var string
	 */
	public $detail = '';

	/**
	 * Makes an error.
	 *
	 * @param int                   $status      Of the response.
	 * @param string                $description Goes to the visitor: what happened and what to do. In English, as from every proxy.
	 * @param array<string, string> $headers     More headers of the response.
	 * @param bool                  $is_outage   Whether the service fails for every visitor.
	 */
	public function __construct( int $status, string $description, array $headers = array(), bool $is_outage = false ) {
		parent::__construct( $description, $status );
		$this->headers   = $headers;
		$this->is_outage = $is_outage;
	}

	/**
	 * The same error, but not for the log.
	 */
	public function quiet(): self {
		$this->is_quiet = true;
		return $this;
	}

	/**
	 * The same error, with what failed.
	 *
	 * @param string $kind   In one word.
	 * @param string $detail What the owner may read of the cause, and no visitor.
	 */
	public function of_kind( string $kind, string $detail = '' ): self {
		$this->kind   = $kind;
		$this->detail = $detail;
		return $this;
	}
}
